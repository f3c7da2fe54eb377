import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { PollBody, PublishBody, UpdateBody } from '@vesper/sync/vesper/api/posts.ts'
import { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { publishPost, updatePost } from '../posts/commands.ts'
import { ownPost } from '../posts/own-posts.ts'
import { beginPoll, publishWithPoll, updateWithPoll } from './publish-with-poll.ts'
import { draftView } from './views.ts'

const tag = 'Feeds'

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
    return ownPost(app, actor.userId, post.id)
  },
})

const updateRoute = route({
  method: 'PUT',
  path: '/performer/feeds/{id}',
  who: 'performer',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'Change a post: only the fields given; `archived` takes it out of the feed, or puts it back',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  body: UpdateBody,
  maxBodyBytes: 128 * 1024,
  answer: PostRecord,
  async handle({ app, actor, params, body }) {
    const { pollId, ...changes } = body
    const args = { _id: params.id, changes }
    await transact(app, actor, (tx) =>
      pollId === undefined ? updatePost(tx, args) : updateWithPoll(tx, { ...args, pollId }),
    )
    return ownPost(app, actor.userId, params.id)
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

/** Posts that may take the poll of a draft. */
export const pollRoutes: Route[] = [pollRoute, publishRoute, updateRoute]
