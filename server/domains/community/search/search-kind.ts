import type { SearchAnswer, SearchKind } from '@vesper/sync/vesper/api/search.ts'
import type { App } from '../../../context.ts'
import { loadAssetRelations } from '../../content/assets/load-asset-relations.ts'
import { assetsInOrder } from '../../content/assets/queries.ts'
import { assetCard } from '../../content/assets/views.ts'
import { feedViews } from '../../content/posts/feed-views.ts'
import { postsInOrder } from '../../content/posts/queries.ts'
import { User } from '../../people/accounts/entity.ts'
import { creatorsAmong } from '../../people/performers/queries.ts'
import { findAssets, findCreators, findPosts } from './queries.ts'
import type { Asked, Page } from './queries.ts'

type Given = { asked: Asked; page: Page }
type Answer = NonNullable<SearchAnswer[SearchKind]>

/** A page of the things of one kind, as the viewer may see them. */
export function searchKind(app: App, kind: SearchKind, given: Given): Promise<Answer> {
  switch (kind) {
    case 'creators':
      return creators(app, given)
    case 'posts':
      return posts(app, given)
    case 'videos':
      return assets(app, 'video', given)
    case 'galleries':
      return assets(app, 'gallery', given)
    case 'products':
      return assets(app, 'product', given)
  }
}

async function creators({ orm }: App, { asked, page }: Given) {
  const em = orm.em.fork()
  const { ids, total } = await findCreators(em, asked, page)
  const users = new Map((await em.find(User, { id: { $in: ids } })).map((user) => [user.id, user]))
  const data = await creatorsAmong(
    em,
    ids.flatMap((id) => users.get(id) ?? []),
  )
  return { data, total }
}

async function posts(app: App, { asked, page }: Given) {
  const em = app.orm.em.fork()
  const { ids, total } = await findPosts(em, asked, page)
  const views = await feedViews(app, { em, posts: await postsInOrder(em, ids), viewer: asked.viewer })
  // A post may have been locked since the database was asked.
  return { data: views.filter(({ isLocked, status }) => !isLocked && status !== 'removed'), total }
}

async function assets(app: App, kind: 'gallery' | 'video' | 'product', { asked, page }: Given) {
  const em = app.orm.em.fork()
  const { ids, total } = await findAssets(em, { ...asked, kind }, page)
  const loaded = await loadAssetRelations(em, await assetsInOrder(em, ids), asked.viewer)
  return { data: loaded.flatMap((each) => assetCard(app, each) ?? []), total }
}
