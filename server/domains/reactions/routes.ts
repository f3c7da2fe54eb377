import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import { BookmarkQuery, ReactionBody, ReactionState } from '@vesper/sync/vesper/api/reactions.ts'
import { transact } from '../../infra/database/transaction.ts'
import { route } from '../../infra/http/route.ts'
import type { Route } from '../../infra/http/route.ts'
import { feedViews } from '../posts/feed-views.ts'
import { postsInOrder } from '../posts/queries.ts'
import { setReaction } from './commands.ts'
import { bookmarkedPage } from './queries.ts'

const tag = 'Reactions'

const bookmarksRoute = route({
  method: 'GET',
  path: '/reactions/feeds/bookmark',
  who: 'user',
  tag,
  summary: 'The posts that the account has bookmarked, the latest first; what it may not read is locked',
  query: BookmarkQuery,
  answer: FeedList,
  async handle({ app, actor, query }) {
    const em = app.orm.em.fork()
    const { ids, total } = await bookmarkedPage(em, actor.userId, query)
    const data = await feedViews(app, { em, posts: await postsInOrder(em, ids), viewerId: actor.userId })
    return { data, total }
  },
})

export const reactionRoutes: Route[] = [
  change('POST', 'Like or bookmark a post; twice is once'),
  change('DELETE', 'Like or bookmark a post no longer'),
  bookmarksRoute,
]

function change(method: 'POST' | 'DELETE', summary: string): Route {
  return route({
    method,
    path: '/reactions',
    who: 'user',
    limits: [{ points: 120, seconds: 60, by: 'account' }],
    tag,
    summary,
    body: ReactionBody,
    answer: ReactionState,
    async handle({ app, actor, body }) {
      const on = method === 'POST'
      await transact(app, actor, (tx) => setReaction(tx, { ...body, on }))
      return { ...body, on }
    },
  })
}
