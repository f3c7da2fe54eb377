import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { MessageList, MessageQuery, ReadAll, SendMessage, TotalUnread } from '@vesper/sync/vesper/api/messages.ts'
import { Message } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { noConversation } from '../conversations/lock-conversation.ts'
import { totalUnseen } from '../conversations/queries.ts'
import { deleteMessage, sendMessage } from './commands.ts'
import { hasSent, messagePage, withFiles } from './queries.ts'
import { readAll } from './read-all.ts'
import { messageView } from './views.ts'

const tag = 'Messaging'
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

export const messageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/messages/conversations/{id}',
    who: 'user',
    tag,
    summary: 'A page of a conversation, newest first',
    params: ById,
    query: MessageQuery,
    answer: MessageList,
    async handle({ app, actor, params, query }) {
      const em = app.orm.em.fork()
      const page = await messagePage(em, { conversationId: params.id, userId: actor.userId }, query)
      if (!page) throw noConversation()
      const data = (await withFiles(em, page.rows)).map((read) => messageView(app, read, actor.userId))
      return { data, total: page.total }
    },
  }),
  route({
    method: 'POST',
    path: '/messages/conversations/{id}',
    who: 'user',
    limits: [{ points: 20, seconds: 10, by: 'account' }],
    tag,
    summary: 'Send a message; with the same `_id` again, the same message is answered',
    params: ById,
    body: SendMessage,
    answer: Message,
    status: 201,
    async handle({ app, actor, params, body }) {
      const args = {
        _id: body._id?.toLowerCase() ?? v7(),
        conversationId: params.id,
        text: body.text,
        fileIds: body.fileIds.map((id) => id.toLowerCase()),
        price: body.price,
      }
      const sent = await transact(app, actor, (tx) => sendMessage(tx, args))
      return messageView(app, sent, actor.userId)
    },
  }),
  route({
    method: 'DELETE',
    path: '/messages/{id}',
    who: 'owner',
    tag,
    summary: 'Delete an own message for both sides, or a message in the chat of a stream',
    params: ById,
    answer: Done,
    async handle({ app, actor, params }) {
      await transact(app, actor, async (tx) => {
        // Senders make the ids of both kinds: somebody's line in a chat stands in nobody's way to their own message.
        const isOwn = await hasSent(tx.em, { id: params.id, userId: actor.userId })
        if (!isOwn) for (const remove of app.domains.removeMessage) if (await remove(tx, params.id)) return
        await deleteMessage(tx, { _id: params.id })
      })
      return { success: true as const }
    },
  }),
  route({
    method: 'GET',
    path: '/messages/total-unread-messages',
    who: 'user',
    tag,
    summary: 'How many messages the account has not seen',
    answer: TotalUnread,
    handle: async ({ app, actor }) => ({ total: await totalUnseen(app.orm.em.fork(), actor.userId) }),
  }),
  route({
    method: 'POST',
    path: '/messages/read-all/{conversationId}',
    who: 'user',
    tag,
    summary: 'Mark a conversation as read, up to `seq` or to its end',
    params: v.object({ conversationId: v.pipe(uuid, v.toLowerCase()) }),
    body: ReadAll,
    answer: Done,
    async handle({ app, actor, params, body }) {
      await transact(app, actor, (tx) => readAll(tx, { conversationId: params.conversationId, seq: body.seq }))
      return { success: true as const }
    },
  }),
]
