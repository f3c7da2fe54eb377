import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import {
  AssetViewList,
  PhotoBody,
  PhotoSearch,
  PhotosOfCreator,
  PhotoUploadBody,
} from '@vesper/sync/vesper/api/assets.ts'
import { storable } from '@vesper/sync/vesper/api/fields.ts'
import { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { uploadSpec } from '../../../infra/files/uploads/purposes.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { findCreator } from '../../people/performers/queries.ts'
import { Asset } from './entity.ts'
import { loadAssetRelations } from './load-asset-relations.ts'
import { noAsset } from './lock-asset.ts'
import { ById, ownPath, ownSearchRoute, ownView, removeRoute, tagOf, writes } from './own-routes.ts'
import { addPhoto, movePhoto, setCover } from './photos.ts'
import { publicPath, reads } from './public-routes.ts'
import { assetPage, galleryPage } from './queries.ts'
import { updateAsset } from './save-asset.ts'
import { fieldsOf, keepSlots } from './upload-slots.ts'
import { assetAccess } from './viewed-asset.ts'
import { assetView } from './views.ts'

const kind = 'photo'
const tag = tagOf(kind)

/** A gallery of 500 is filled in some minutes. */
const uploads: Limit[] = [{ points: 240, seconds: 60, by: 'account' }]

const uploadRoute = route({
  method: 'POST',
  path: `${ownPath(kind)}/upload`,
  who: 'performer',
  limits: uploads,
  tag,
  summary: 'Upload a photo, into a gallery with `galleryId`; or make one of an upload in parts, with its `fileId`',
  body: PhotoUploadBody,
  files: uploadSpec(fieldsOf(kind)),
  answer: OwnAsset,
  status: 201,
  async handle({ app, actor, body: { _id = v7(), galleryId, fileId: named, ...changes }, files }) {
    const known = await app.orm.em.fork().findOne(Asset, { id: _id, kind, performerId: actor.userId })
    if (!known) {
      const { fileId = named } = await keepSlots(app, actor, { kind, files })
      if (fileId === undefined) throw noPhoto()
      await transact(app, actor, (tx) => addPhoto(tx, { _id, galleryId: galleryId ?? null, fileId, changes }))
    }
    return ownView(app, actor, { id: _id, kind })
  },
})

const updateRoute = route({
  method: 'PUT',
  path: `${ownPath(kind)}/{id}`,
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Change a photo: only the fields given; `position` moves it in its gallery',
  params: ById,
  body: PhotoBody,
  answer: OwnAsset,
  async handle({ app, actor, params: { id: _id }, body: { position, ...changes } }) {
    await transact(app, actor, async (tx) => {
      // The gallery is locked before the photo.
      if (typeof position === 'number') await movePhoto(tx, { _id, position })
      await updateAsset(tx, { _id, kind, changes })
    })
    return ownView(app, actor, { id: _id, kind })
  },
})

const coverRoute = route({
  method: 'POST',
  path: `${ownPath(kind)}/set-cover/{id}`,
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Make a photo the cover of its gallery: everybody sees a small copy of it',
  params: ById,
  answer: OwnAsset,
  async handle({ app, actor, params }) {
    return ownView(app, actor, { id: await setCover(app, actor, params.id), kind: 'gallery' })
  },
})

const listRoute = route({
  method: 'GET',
  path: publicPath(kind),
  who: 'any',
  limits: reads,
  tag,
  summary: 'Photos that stand alone, or those of a gallery; 403 while that is locked for the viewer',
  query: PhotoSearch,
  answer: AssetViewList,
  handle: ({ app, viewer, query }) => photoList(app, viewer, query),
})

const performerRoute = route({
  method: 'GET',
  path: `${publicPath(kind)}/{performerId}`,
  who: 'any',
  limits: reads,
  tag,
  summary: 'The photos of one creator, by id or username',
  params: v.object({ performerId: v.pipe(v.string(), v.maxLength(60), storable) }),
  query: PhotosOfCreator,
  answer: AssetViewList,
  async handle({ app, viewer, params, query }) {
    const { id } = await findCreator(app.orm.em.fork(), params.performerId, viewer)
    return photoList(app, viewer, { ...query, performerId: id })
  },
})

export const photoRoutes: Route[] = [
  uploadRoute,
  ownSearchRoute(kind),
  updateRoute,
  removeRoute(kind),
  coverRoute,
  listRoute,
  performerRoute,
]

async function photoList(app: App, viewer: Visitor, query: v.InferOutput<typeof PhotoSearch>) {
  const em = app.orm.em.fork()
  const onlooker = { ...viewer, now: app.clock() }
  const { galleryId, ...rest } = query
  const newest = { sortBy: rest.sortBy ?? 'publishedAt', sort: rest.sort ?? 'desc' } as const
  const ordered = { sortBy: rest.sortBy ?? 'position', sort: rest.sort ?? 'asc' } as const
  const { assets, total } =
    galleryId === undefined
      ? await assetPage(em, { kind, viewer }, { ...rest, ...newest })
      : await galleryPage(em, await openGallery(app, viewer, query), { ...rest, ...ordered })
  const loaded = await loadAssetRelations(em, assets, onlooker)
  return { data: loaded.flatMap((given) => assetView(app, given) ?? []), total }
}

/** The gallery whose photos a viewer asks for. Refuses as `forbidden` one that is locked: its photos have no ids yet. */
async function openGallery(
  app: App,
  visitor: Visitor,
  { galleryId, performerId }: v.InferOutput<typeof PhotoSearch>,
): Promise<{ galleryId: string; isOwner: boolean }> {
  const em = app.orm.em.fork()
  const of = performerId === undefined ? {} : { performerId }
  const gallery = await em.findOne(Asset, { id: galleryId ?? '', kind: 'gallery', ...of })
  if (!gallery) throw noAsset('gallery')
  const onlooker = { ...visitor, now: app.clock() }
  const { access, viewer } = await assetAccess(em, onlooker, { asset: gallery, gallery: null })
  if (access === 'hidden') throw noAsset('gallery')
  if (access === 'locked') throw new Refusal('forbidden', 'This gallery is locked for you.')
  return { galleryId: gallery.id, isOwner: viewer.isEntitled || viewer.userId === gallery.performerId }
}

function noPhoto(): Refusal {
  return new Refusal('invalid', 'A file is missing.', [{ path: 'photo', message: 'Choose a file.' }])
}
