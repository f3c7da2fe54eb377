import { AssetList, AssetName, AssetSearch, SeenAsset } from '@vesper/sync/vesper/api/assets.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'
import { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import type { App } from '../../../app.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { countView } from '../../../content/count-view.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { pluralOf } from './kinds.ts'
import { loadAssetRelations } from './load-asset-relations.ts'
import type { AssetRelations } from './load-asset-relations.ts'
import { noAsset } from './lock-asset.ts'
import { tagOf } from './own-routes.ts'
import { assetPage, findAsset } from './queries.ts'
import { assetCard, assetView } from './views.ts'

export const reads: Limit[] = [{ points: 240, seconds: 60, by: 'account' }]

/** The address of everybody's calls of a kind. */
export function publicPath(kind: AssetKind): string {
  return `/performer-assets/${pluralOf[kind]}`
}

/** The active assets of a kind, of all creators or of one. */
export function publicSearchRoute(kind: AssetKind): Route {
  return route({
    method: 'GET',
    path: `${publicPath(kind)}/search`,
    who: 'any',
    limits: reads,
    tag: tagOf(kind),
    summary: `The ${pluralOf[kind]} of all creators or of one; what the viewer may not open is locked`,
    query: AssetSearch,
    answer: AssetList,
    async handle({ app, viewer, query }) {
      const em = app.orm.em.fork()
      const { assets, total } = await assetPage(em, { kind, viewer }, query)
      const loaded = await loadAssetRelations(em, assets, { ...viewer, now: app.clock() })
      return { data: loaded.flatMap((given) => assetCard(app, given) ?? []), total }
    },
  })
}

/** One asset for one viewer. */
export function publicViewRoute(kind: AssetKind): Route {
  return route({
    method: 'GET',
    path: `${publicPath(kind)}/{id}`,
    who: 'any',
    limits: reads,
    tag: tagOf(kind),
    summary: `One of the ${pluralOf[kind]} by id or slug, locked where the viewer may not open it`,
    params: AssetName,
    answer: AssetView,
    async handle({ app, viewer, params, ip, isForPage = false }) {
      const given = await seenAsset(app, { kind, name: params.id, viewer, ip, isUncounted: isForPage })
      return shown(assetView(app, given), kind)
    },
  })
}

/** The page of an asset says where its reader came from: that view takes the place of the one that its own call has counted. */
export const seenAssetRoute = route({
  method: 'POST',
  path: '/performer-assets/views',
  who: 'any',
  limits: [{ points: 120, seconds: 60, by: 'account' }],
  tag: 'Galleries',
  summary: 'Count a view of a gallery, a video or a product at a place of the app, once for a viewer and an hour',
  body: SeenAsset,
  answer: Done,
  async handle({ app, viewer, body: { _id: name, kind, source }, ip }) {
    await seenAsset(app, { kind, name, viewer, ip, source })
    return { success: true as const }
  },
})

/** `ip` stands for a viewer without an account. `isUncounted`: a page is filled for somebody who may never read it. */
type Look = {
  kind: AssetKind
  name: string
  viewer: Visitor
  ip: string
  source?: ViewSource
  isUncounted?: boolean
}

/** An asset that somebody looks at, which counts. Refuses as `not-found` one that the viewer may not know of. */
export async function seenAsset(app: App, look: Look): Promise<AssetRelations> {
  const { kind, name, viewer, ip, source, isUncounted = false } = look
  const em = app.orm.em.fork()
  const placed = await findAsset(em, kind, name)
  const onlooker = { ...viewer, now: app.clock() }
  const [given] = placed ? await loadAssetRelations(em, [placed.asset], onlooker) : []
  if (!given || given.access === 'hidden') throw noAsset(kind)
  const isAuthor = given.asset.performerId === viewer.userId
  const isLocked = given.access === 'locked' && given.asset.access === 'paid'
  if (!isUncounted && !isAuthor && (given.access === 'open' || isLocked)) {
    countView(app, given.asset.id, { viewer: viewer.userId ?? ip, source, isLocked })
  }
  return given
}

/** A view that is there. */
export function shown<View>(view: View | null, kind: AssetKind): View {
  if (view === null) throw noAsset(kind)
  return view
}
