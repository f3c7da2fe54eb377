import { RemoveFileQuery, VideoBody } from '@vesper/sync/vesper/api/assets.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import { transact } from '../../../infra/database/transaction.ts'
import { uploadSpec } from '../../../infra/files/uploads/purposes.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { Asset } from './entity.ts'
import { ById, ownPath, ownSearchRoute, ownView, ownViewRoute, removeRoute, tagOf, writes } from './own-routes.ts'
import { publicSearchRoute, publicViewRoute } from './public-routes.ts'
import { createAsset, updateAsset } from './save-asset.ts'
import { fieldsOf, keepSlots } from './upload-slots.ts'

const kind = 'video'
const tag = tagOf(kind)
const uploads: Limit[] = [{ points: 60, seconds: 60, by: 'account' }]

const uploadRoute = route({
  method: 'POST',
  path: `${ownPath(kind)}/upload`,
  who: 'performer',
  limits: uploads,
  tag,
  summary: 'Make a video of the fields `video`, `thumbnail` and `teaser`, or of uploads in parts, with their ids',
  body: VideoBody,
  files: uploadSpec(fieldsOf(kind)),
  answer: OwnAsset,
  status: 201,
  async handle({ app, actor, body: { _id = v7(), ...changes }, files }) {
    const known = await app.orm.em.fork().findOne(Asset, { id: _id, kind, performerId: actor.userId })
    if (!known) {
      const kept = await keepSlots(app, actor, { kind, files })
      await transact(app, actor, (tx) => createAsset(tx, { _id, kind, changes: { ...changes, ...kept } }))
    }
    return ownView(app, actor, { id: _id, kind })
  },
})

const editRoute = route({
  method: 'PUT',
  path: `${ownPath(kind)}/edit/{id}`,
  who: 'performer',
  limits: uploads,
  tag,
  summary: 'Change a video: only the fields and files given',
  params: ById,
  body: VideoBody,
  files: uploadSpec(fieldsOf(kind)),
  answer: OwnAsset,
  async handle({ app, actor, params: { id }, body: { _id: _ignored, ...changes }, files }) {
    await ownView(app, actor, { id, kind })
    const kept = await keepSlots(app, actor, { kind, files })
    await transact(app, actor, (tx) => updateAsset(tx, { _id: id, kind, changes: { ...changes, ...kept } }))
    return ownView(app, actor, { id, kind })
  },
})

const slots = { video: 'mainId', thumbnail: 'thumbnailId', teaser: 'teaserId' } as const

const removeFileRoute = route({
  method: 'DELETE',
  path: `${ownPath(kind)}/remove-file/{id}`,
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Take a file out of a video; 409 for the video itself while it is active',
  params: ById,
  query: RemoveFileQuery,
  answer: Done,
  async handle({ app, actor, params, query }) {
    const changes = { [slots[query.type]]: null }
    await transact(app, actor, (tx) => updateAsset(tx, { _id: params.id, kind, changes }))
    return { success: true as const }
  },
})

export const videoRoutes: Route[] = [
  uploadRoute,
  ownSearchRoute(kind),
  editRoute,
  removeFileRoute,
  ownViewRoute(kind),
  removeRoute(kind),
  publicSearchRoute(kind),
  publicViewRoute(kind),
]
