import { Done, storable, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FeedList, FeedPost, FeedQuery, LatestQuery, SeenPosts } from '@vesper/sync/vesper/api/posts.ts'
import * as v from 'valibot'
import { plainRow } from '../../../infra/database/plain-rows.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { creatorIdOf } from '../../people/performers/queries.ts'
import { noPost } from './commands.ts'
import { countSeen } from './count-seen.ts'
import { Post } from './entity.ts'
import { feedPage } from './feed-page.ts'
import { feedViews } from './feed-views.ts'
import { latestPosts } from './latest-posts.ts'

const tag = 'Feeds'
const limits: Limit[] = [{ points: 240, seconds: 60, by: 'account' }]

const homeRoute = route({
  method: 'GET',
  path: '/user/feeds',
  who: 'any',
  limits,
  tag,
  summary: 'The posts of the creators that the account follows; without an account there are none',
  query: FeedQuery,
  answer: FeedList,
  async handle({ app, actor, viewer, query }) {
    const em = app.orm.em.fork()
    if (!actor) return { data: [], total: 0 }
    const { posts, total } = await feedPage(em, { followerId: actor.userId }, query)
    return { data: await feedViews(app, { em, posts, viewer }), total }
  },
})

const latestRoute = route({
  method: 'GET',
  path: '/user/feeds/latest',
  who: 'any',
  limits,
  tag,
  summary: 'The latest posts of all creators that are open to everybody',
  query: LatestQuery,
  answer: FeedList,
  async handle({ app, viewer, query }) {
    const em = app.orm.em.fork()
    const { posts, total } = await latestPosts(em, { ...query, viewer })
    return { data: await feedViews(app, { em, posts, viewer }), total }
  },
})

const performerRoute = route({
  method: 'GET',
  path: '/user/feeds/search/{username}',
  who: 'any',
  limits,
  tag,
  summary: 'The posts of one creator, by username or id; what the viewer may not read is locked',
  params: v.object({ username: v.pipe(v.string(), v.maxLength(60), storable) }),
  query: FeedQuery,
  answer: FeedList,
  async handle({ app, viewer, params, query }) {
    const em = app.orm.em.fork()
    const performerId = await creatorIdOf(em, params.username, viewer)
    const { posts, total } = await feedPage(em, { performerId }, query)
    return { data: await feedViews(app, { em, posts, viewer }), total }
  },
})

const postRoute = route({
  method: 'GET',
  path: '/user/feeds/{id}',
  who: 'any',
  limits,
  tag,
  summary: 'One post, locked where the viewer may not read it',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  answer: FeedPost,
  async handle({ app, viewer, params, ip, isForPage }) {
    const em = app.orm.em.fork()
    const post = await plainRow(em, Post, params.id)
    if (!post) throw noPost()
    const [view] = await feedViews(app, { em, posts: [post], viewer })
    if (!view || view.status === 'removed') throw noPost()
    if (!isForPage) await countSeen(app, { postIds: [post.id], viewer, ip })
    return view
  },
})

const seenRoute = route({
  method: 'POST',
  path: '/user/feeds/views',
  who: 'any',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'Count posts as seen, each once for a viewer and an hour; posts that the viewer may not read count nothing',
  body: SeenPosts,
  answer: Done,
  async handle({ app, viewer, body, ip }) {
    await countSeen(app, { postIds: body.ids, viewer, ip, source: body.source })
    return { success: true as const }
  },
})

export const feedRoutes: Route[] = [homeRoute, latestRoute, performerRoute, postRoute, seenRoute]
