import { ChatSanctionList, ChatSanctionQuery } from '@vesper/sync/vesper/api/chat-sanctions.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  JoinParams,
  Stream as StreamView,
  StreamChange,
  StreamChatChange,
  StreamConversation,
  StreamMessage as StreamMessageView,
  StreamMessageBody,
  StreamMessageList,
} from '@vesper/sync/vesper/api/live-streams.ts'
import { MessageQuery } from '@vesper/sync/vesper/api/messages.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { noStream } from '../streams/commands.ts'
import { ownView } from '../streams/own-view.ts'
import { findStream } from '../streams/queries.ts'
import { changeLive } from './change-live.ts'
import { clearChat } from './commands.ts'
import { conversationView } from './conversation-view.ts'
import { changeChat, keptChat, ownChat } from './moderate.ts'
import { linePage, linesById } from './queries.ts'
import { readableStream } from './readable-stream.ts'
import { sanctionPage } from './sanction-page.ts'
import { say } from './say.ts'
import { lineView } from './views.ts'

const tag = 'Streaming'
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })
const reads: Limit[] = [{ points: 240, seconds: 60, by: 'account' }]
const writes: Limit[] = [{ points: 60, seconds: 60, by: 'account' }]

const sayRoute = route({
  method: 'POST',
  path: '/messages/stream/{id}',
  who: 'user',
  limits: [{ points: 40, seconds: 10, by: 'account' }],
  tag,
  summary: 'Write in the chat of a stream; with the same `_id` again, the same message is answered',
  params: ById,
  body: StreamMessageBody,
  answer: StreamMessageView,
  status: 201,
  async handle({ app, actor, params, body, foundAgain }) {
    const { _id = v7(), text, replyTo = null, fileId = null } = body
    const { isNew } = await say(app, actor, { streamId: params.id, _id, text, replyTo, fileId })
    if (!isNew) foundAgain()
    const [line] = await linesById(app.orm.em.fork(), [_id])
    if (!line) throw new Error('a line that was stored is gone')
    return lineView(app, line, { userId: actor.userId })
  },
})

const clearRoute = route({
  method: 'DELETE',
  path: '/messages/stream/{id}/remove-all-message',
  who: 'owner',
  limits: writes,
  tag,
  summary: 'Clear the chat of a stream, for its creator and moderators',
  params: ById,
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, async (tx) => clearChat(tx, (await keptChat(tx, actor, params.id)).stream))
    return { success: true as const }
  },
})

const conversationRoute = route({
  method: 'GET',
  path: '/conversations/stream/performer/{id}',
  who: 'any',
  limits: reads,
  tag,
  summary: 'The chat of the stream of a creator, by id or username: of the present one, else of the last one',
  params: JoinParams,
  answer: StreamConversation,
  async handle({ app, params, viewer }) {
    const em = app.orm.em.fork()
    const found = await findStream(em, params.id, viewer)
    if (!found) throw noStream()
    const onlooker = { ...viewer, now: app.clock() }
    const stream = await readableStream({ app, em }, found.stream.id, onlooker)
    return conversationView({ app, em }, stream, viewer.userId)
  },
})

const changeRoute = route({
  method: 'PUT',
  path: '/streaming/live/{id}',
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Change the title or the chat of a stream, or end it',
  params: ById,
  body: StreamChange,
  answer: StreamView,
  async handle({ app, actor, params: { id }, body }) {
    return ownView(app, await transact(app, actor, (tx) => changeLive(tx, { id, ...body })))
  },
})

const updateRoute = route({
  method: 'PUT',
  path: '/conversations/stream/{id}/update',
  who: 'owner',
  limits: writes,
  tag,
  summary: 'Change the rules of the chat of a stream, or the pinned message, for its creator and moderators',
  params: ById,
  body: StreamChatChange,
  answer: StreamConversation,
  async handle({ app, actor, params, body }) {
    const stream = await transact(app, actor, async (tx) => {
      const kept = await keptChat(tx, actor, params.id)
      await changeChat(tx, kept.stream, body)
      return kept.stream
    })
    return conversationView({ app, em: app.orm.em.fork() }, stream, actor.userId)
  },
})

const bannedRoute = route({
  method: 'GET',
  path: '/conversations/stream/{id}/banned',
  who: 'owner',
  limits: reads,
  tag,
  summary:
    'All who may not write in the chats of the creator of a stream, for the creator and moderators, the latest first',
  params: ById,
  query: ChatSanctionQuery,
  answer: ChatSanctionList,
  async handle({ app, actor: { userId }, params, query }) {
    const [em, now] = [app.orm.em.fork(), app.clock()]
    const { stream } = await ownChat({ app, em }, params.id, { userId, now })
    return sanctionPage(em, { performerId: stream.performerId, now }, query)
  },
})

export const chatRoutes: Route[] = [
  pageRoute('/messages/stream/{id}'),
  pageRoute('/messages/conversations/public/{id}'),
  ...[sayRoute, clearRoute, conversationRoute, changeRoute, updateRoute, bannedRoute],
]

function pageRoute(path: string): Route {
  return route({
    method: 'GET',
    path,
    who: 'any',
    limits: reads,
    tag,
    summary: 'A page of the chat of a stream, newest first',
    params: ById,
    query: MessageQuery,
    answer: StreamMessageList,
    async handle({ app, params, query, viewer }) {
      const em = app.orm.em.fork()
      await readableStream({ app, em }, params.id, { ...viewer, now: app.clock() })
      const { rows, total } = await linePage(em, params.id, query)
      return { data: rows.map((row) => lineView(app, row, { userId: viewer.userId })), total }
    },
  })
}
