import { storable, uuid } from '@vesper/sync/api/fields.ts'
import { FeedList, FeedPost, FeedQuery } from '@vesper/sync/api/posts.ts'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import * as v from 'valibot'
import { User } from '../accounts/entity.ts'
import { participantView } from '../accounts/views.ts'
import type { App } from '../context.ts'
import { followedBy } from '../follows/queries.ts'
import { route } from '../http/route.ts'
import type { Limit, Route } from '../http/route.ts'
import { noPost } from './commands.ts'
import { Post } from './entity.ts'
import type { Viewer } from './policy.ts'
import { feedPage, filesOfPosts } from './queries.ts'
import { viewerOf } from './viewer.ts'
import { postView } from './views.ts'

const tag = 'Feeds'
const limits: Limit[] = [{ points: 240, seconds: 60, by: 'ip' }]

const homeRoute = route({
  method: 'GET',
  path: '/user/feeds',
  who: 'any',
  limits,
  tag,
  summary: 'The posts of the creators that the account follows; without an account there are none',
  query: FeedQuery,
  answer: FeedList,
  async handle({ app, actor, query }) {
    const em = app.orm.em.fork()
    const followed = actor ? await followedBy(em, actor.userId) : []
    const performers = await activeAmong(em, followed)
    const { posts, total } = await feedPage(em, [...performers.keys()], query)
    const viewer = { userId: actor?.userId ?? null, follows: true }
    return { data: await feedViews(app, { em, posts, performers }, viewer), total }
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
  async handle({ app, actor, params, query }) {
    const em = app.orm.em.fork()
    const performer = await activePerformer(em, params.username)
    const { posts, total } = await feedPage(em, [performer.id], query)
    const viewer = await viewerOf(em, actor?.userId ?? null, performer.id)
    const performers = new Map([[performer.id, performer]])
    return { data: await feedViews(app, { em, posts, performers }, viewer), total }
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
  async handle({ app, actor, params }) {
    const em = app.orm.em.fork()
    const post = await em.findOne(Post, { id: params.id })
    if (!post) throw noPost()
    const performers = await activeAmong(em, [post.performerId])
    const viewer = await viewerOf(em, actor?.userId ?? null, post.performerId)
    const [view] = await feedViews(app, { em, posts: [post], performers }, viewer)
    if (!view || view.status === 'removed') throw noPost()
    return view
  },
})

export const feedRoutes: Route[] = [homeRoute, performerRoute, postRoute]

type Page = { em: SqlEntityManager; posts: readonly Post[]; performers: ReadonlyMap<string, User> }

async function feedViews(app: App, { em, posts, performers }: Page, viewer: Viewer): Promise<FeedPost[]> {
  const files = await filesOfPosts(
    em,
    posts.map(({ id }) => id),
  )
  return posts.flatMap((post) => {
    const performer = performers.get(post.performerId)
    const view = performer && postView(app, { post, files: files.get(post.id) ?? [] }, viewer)
    return view ? [{ ...view, performer: participantView(performer) }] : []
  })
}

async function activeAmong(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, User>> {
  const users = await em.find(User, { id: { $in: [...ids] }, isPerformer: true, status: 'active' })
  return new Map(users.map((user) => [user.id, user]))
}

async function activePerformer(em: SqlEntityManager, name: string): Promise<User> {
  const by = v.safeParse(uuid, name).success ? { id: name } : { username: name.toLowerCase() }
  const user = await em.findOne(User, { ...by, isPerformer: true, status: 'active' })
  if (!user) throw new Refusal('not-found', 'There is no such creator.')
  return user
}
