import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { OwnFeedQuery, PollBody, PostList, PublishBody, UpdateBody } from '@vesper/sync/vesper/api/posts.ts'
import { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { App } from '../../../context.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { beginPoll, publishWithPoll, updateWithPoll } from '../drafts/poll-drafts.ts'
import { draftView } from '../drafts/views.ts'
import { noPost, publishPost, removePost, updatePost } from './commands.ts'
import { Post } from './entity.ts'
import { loadPostRelations } from './load-post-relations.ts'
import { ownFeedPage } from './queries.ts'
import { postView } from './views.ts'

const tag = 'Feeds'
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const publishRoute = route({
  method: 'POST',
  path: '/performer/feeds',
  who: 'performer',
  limits: [{ points: 30, seconds: 60, by: 'account' }],
  tag,
  summary: 'Publish a post, at once or at its time; with the same `_id` again, the same post is answered',
  body: PublishBody,
  maxBodyBytes: 128 * 1024,
  answer: PostRecord,
  status: 201,
  async handle({ app, actor, body }) {
    const { pollId, ...given } = body
    const args = { ...given, _id: body._id ?? pollId ?? v7() }
    const post = await transact(app, actor, (tx) =>
      pollId === undefined ? publishPost(tx, args) : publishWithPoll(tx, { ...args, pollId }),
    )
    return ownView(app, actor.userId, post.id)
  },
})

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
    return { data: await ownViews(app, actor.userId, posts), total }
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
  handle: ({ app, actor, params }) => ownView(app, actor.userId, params.id),
})

const updateRoute = route({
  method: 'PUT',
  path: '/performer/feeds/{id}',
  who: 'performer',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'Change a post: only the fields given; `archived` takes it out of the feed, or puts it back',
  params: ById,
  body: UpdateBody,
  maxBodyBytes: 128 * 1024,
  answer: PostRecord,
  async handle({ app, actor, params, body }) {
    const { pollId, ...changes } = body
    const args = { _id: params.id, changes }
    await transact(app, actor, (tx) =>
      pollId === undefined ? updatePost(tx, args) : updateWithPoll(tx, { ...args, pollId }),
    )
    return ownView(app, actor.userId, params.id)
  },
})

const removeRoute = route({
  method: 'DELETE',
  path: '/performer/feeds/{id}',
  who: 'performer',
  tag,
  summary: 'Remove a post and its photos for good',
  params: ById,
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, (tx) => removePost(tx, { _id: params.id }))
    return { success: true as const }
  },
})

const pollRoute = route({
  method: 'POST',
  path: '/performer/feeds/polls',
  who: 'performer',
  limits: [{ points: 30, seconds: 60, by: 'account' }],
  tag,
  summary: 'Begin a draft that holds a poll; a post takes it by its id, as `pollId`',
  body: PollBody,
  answer: PostDraft,
  status: 201,
  async handle({ app, actor, body }) {
    const draft = await transact(app, actor, (tx) => beginPoll(tx, { ...body, _id: body._id ?? v7() }))
    return draftView(app, { draft })
  },
})

export const postRoutes: Route[] = [pollRoute, publishRoute, listRoute, viewRoute, updateRoute, removeRoute]

async function ownView(app: App, performerId: string, id: string): Promise<PostRecord> {
  const post = await app.orm.em.fork().findOne(Post, { id, performerId, status: { $ne: 'removed' } })
  const [view] = post ? await ownViews(app, performerId, [post]) : []
  if (!view) throw noPost()
  return view
}

async function ownViews(app: App, userId: string, posts: readonly Post[]): Promise<PostRecord[]> {
  const parts = await loadPostRelations(app.orm.em.fork(), posts, { userId, now: app.clock() })
  return parts.flatMap((each) => postView(app, each) ?? [])
}
