import { OwnAssetList, OwnAssetSearch } from '@vesper/sync/vesper/api/assets.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { Asset } from './entity.ts'
import { pluralOf } from './kinds.ts'
import { noAsset } from './lock-asset.ts'
import { ownAssetsNow } from './own-views.ts'
import { ownAssetPage } from './queries.ts'
import { removeAsset } from './remove-asset.ts'

export const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

/** Calls that write one asset. */
export const writes: Limit[] = [{ points: 120, seconds: 60, by: 'account' }]

/** The address of the author's calls of a kind. */
export function ownPath(kind: AssetKind): string {
  return `/performer/performer-assets/${pluralOf[kind]}`
}

/** The name of a kind in the API's documentation. */
export function tagOf(kind: AssetKind): string {
  return { gallery: 'Galleries', photo: 'Photos', video: 'Videos', product: 'Products' }[kind]
}

/** The own assets of a kind, page by page. */
export function ownSearchRoute(kind: AssetKind): Route {
  return route({
    method: 'GET',
    path: `${ownPath(kind)}/search`,
    who: 'performer',
    tag: tagOf(kind),
    summary: `The own ${pluralOf[kind]}, drafts and archived ones included`,
    query: OwnAssetSearch,
    answer: OwnAssetList,
    async handle({ app, actor, query }) {
      const em = app.orm.em.fork()
      const order = query.galleryId === undefined ? lastChanged : inOrder
      const { sortBy = order.sortBy, sort = order.sort } = query
      const owned = { performerId: actor.userId, kind }
      const { assets, total } = await ownAssetPage(em, owned, { ...query, sortBy, sort })
      return { data: await ownAssetsNow(app, em, assets), total }
    },
  })
}

/** One of the own assets, in every state, with the progress of its files. */
export function ownViewRoute(kind: AssetKind): Route {
  return route({
    method: 'GET',
    path: `${ownPath(kind)}/{id}/view`,
    who: 'performer',
    tag: tagOf(kind),
    summary: `One of the own ${pluralOf[kind]}`,
    params: ById,
    answer: OwnAsset,
    handle: ({ app, actor, params }) => ownView(app, actor, { id: params.id, kind }),
  })
}

/** Removes an own asset; what somebody owns is archived. */
export function removeRoute(kind: AssetKind): Route {
  return route({
    method: 'DELETE',
    path: `${ownPath(kind)}/{id}`,
    who: 'performer',
    limits: writes,
    tag: tagOf(kind),
    summary: `Remove one of the own ${pluralOf[kind]} for good; one that somebody owns is archived`,
    params: ById,
    answer: Done,
    async handle({ app, actor, params }) {
      await transact(app, actor, (tx) => removeAsset(tx, { _id: params.id, kind }))
      return { success: true as const }
    },
  })
}

/** The author's view of one asset. Refuses as `not-found` one that is missing, removed or another's. */
export async function ownView(
  app: App,
  { userId: performerId }: Actor,
  { id, kind }: { id: string; kind: AssetKind },
): Promise<OwnAsset> {
  const em = app.orm.em.fork()
  const asset = await em.findOne(Asset, { id, kind, performerId, status: { $ne: 'removed' } })
  const [view] = asset ? await ownAssetsNow(app, em, [asset]) : []
  if (!view) throw noAsset(kind)
  return view
}

/** The order of a gallery, and that of other own lists. */
const inOrder = { sortBy: 'position', sort: 'asc' } as const
const lastChanged = { sortBy: 'updatedAt', sort: 'desc' } as const
