import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { OwnFeedQuery, PostList } from '@vesper/sync/vesper/api/posts.ts'
import { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { removePost } from './commands.ts'
import { ownPost, ownPosts } from './own-posts.ts'
import { ownFeedPage } from './queries.ts'

const tag = 'Feeds'
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  method: 'GET',
  path: '/performer/feeds',
  who: 'performer',
  tag,
  summary: 'The own posts, scheduled and archived ones included',
  query: OwnFeedQuery,
  answer: PostList,
  async handle({ app, actor, query }) {
    const { posts, total } = await ownFeedPage(app.orm.em.fork(), actor.userId, query)
    return { data: await ownPosts(app, actor.userId, posts), total }
  },
})

const viewRoute = route({
  method: 'GET',
  path: '/performer/feeds/{id}',
  who: 'performer',
  tag,
  summary: 'One of the own posts',
  params: ById,
  answer: PostRecord,
  handle: ({ app, actor, params }) => ownPost(app, actor.userId, params.id),
})

const removeRoute = route({
  method: 'DELETE',
  path: '/performer/feeds/{id}',
  who: 'performer',
  tag,
  summary: 'Remove a post for good; its files stay in the library of its author',
  params: ById,
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, (tx) => removePost(tx, { _id: params.id }))
    return { success: true as const }
  },
})

export const postRoutes: Route[] = [listRoute, viewRoute, removeRoute]
