import { AssetList } from '@vesper/sync/vesper/api/assets.ts'
import { listOf } from '@vesper/sync/vesper/api/fields.ts'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import { FeedList, FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { ProductList, ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import { BookmarkQuery, bookmarkTypes, BookmarkType } from '@vesper/sync/vesper/api/reactions.ts'
import { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import * as v from 'valibot'
import type { App } from '../../../context.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { loadAssetRelations } from '../../content/assets/load-asset-relations.ts'
import { assetsInOrder } from '../../content/assets/queries.ts'
import { assetCard } from '../../content/assets/views.ts'
import { feedViews } from '../../content/posts/feed-views.ts'
import { postsInOrder } from '../../content/posts/queries.ts'
import { shopProduct } from '../../content/products/views.ts'
import { User } from '../../people/accounts/entity.ts'
import { creatorsAmong } from '../../people/performers/queries.ts'
import { bookmarkedPage } from './queries.ts'

const tag = 'Reactions'
type Query = v.InferOutput<typeof BookmarkQuery>
type Asked = { app: App; userId: string; query: Query }
type Type = v.InferOutput<typeof BookmarkType>

/** The bookmarks of each type: what is gone is left out, what the account may not open is locked. */
const lists = {
  feeds: bookmarkedPosts,
  galleries: (asked: Asked) => bookmarkedAssets(asked, 'gallery', assetCard),
  photos: (asked: Asked) => bookmarkedAssets(asked, 'photo', assetCard),
  videos: (asked: Asked) => bookmarkedAssets(asked, 'video', assetCard),
  products: (asked: Asked) => bookmarkedAssets(asked, 'product', shopProduct),
  performers: bookmarkedCreators,
} as const satisfies Record<Type, (asked: Asked) => Promise<{ data: unknown[]; total: number }>>

/** The cards of bookmarks of any type. */
const AnyList = listOf(v.union([FeedPost, ShopProduct, AssetCard, Creator]))

function listRoute<Answer extends v.GenericSchema>(
  type: Type,
  answer: Answer,
  read: (asked: Asked) => Promise<v.InferInput<Answer>>,
): Route {
  return route({
    method: 'GET',
    path: `/reactions/${type}/bookmark`,
    who: 'user',
    tag,
    summary: `The ${type} that the account has bookmarked, the latest first; what it may not open is locked`,
    query: BookmarkQuery,
    answer,
    handle: ({ app, actor: { userId }, query }) => read({ app, userId, query }),
  })
}

const anyRoute = route({
  method: 'GET',
  path: '/reactions/{type}/bookmark',
  who: 'user',
  tag,
  summary: `The bookmarks of one type: ${bookmarkTypes.join(', ')}`,
  params: v.object({ type: BookmarkType }),
  query: BookmarkQuery,
  answer: AnyList,
  handle: ({ app, actor: { userId }, params, query }) => lists[params.type]({ app, userId, query }),
})

export const bookmarkRoutes: Route[] = [
  listRoute('feeds', FeedList, lists.feeds),
  listRoute('galleries', AssetList, lists.galleries),
  listRoute('videos', AssetList, lists.videos),
  listRoute('products', ProductList, lists.products),
  listRoute('performers', PerformerList, lists.performers),
  anyRoute,
]

async function bookmarkedPosts({ app, userId, query }: Asked) {
  const em = app.orm.em.fork()
  const { ids, total } = await bookmarkedPage(em, { userId, objectType: 'feed' }, query)
  return { data: await feedViews(app, { em, posts: await postsInOrder(em, ids), viewer: { userId } }), total }
}

async function bookmarkedAssets<View>(
  { app, userId, query }: Asked,
  objectType: 'gallery' | 'photo' | 'video' | 'product',
  view: (app: App, given: Awaited<ReturnType<typeof loadAssetRelations>>[number]) => View | null,
) {
  const em = app.orm.em.fork()
  const { ids, total } = await bookmarkedPage(em, { userId, objectType }, query)
  const loaded = await loadAssetRelations(em, await assetsInOrder(em, ids), { userId, now: app.clock() })
  return { data: loaded.flatMap((given) => view(app, given) ?? []), total }
}

async function bookmarkedCreators({ app, userId, query }: Asked) {
  const em = app.orm.em.fork()
  const { ids, total } = await bookmarkedPage(em, { userId, objectType: 'performer' }, query)
  const users = new Map((await em.find(User, { id: { $in: ids } })).map((user) => [user.id, user]))
  const inOrder = ids.flatMap((id) => users.get(id) ?? [])
  return { data: await creatorsAmong(em, inOrder), total }
}
