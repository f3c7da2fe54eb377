import { ConversationList, ConversationQuery, OpenConversation } from '@vesper/sync/vesper/api/conversations.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { openConversation } from './commands.ts'
import { noConversation } from './lock-conversation.ts'
import { conversationPage, conversationRows } from './queries.ts'
import { conversationView } from './views.ts'

const tag = 'Messaging'

export const conversationRoutes: Route[] = [
  list('/conversations', 'The conversations of the account, those that moved last first'),
  list('/conversations/search', 'Conversations by the name or username of the other participant'),
  route({
    method: 'POST',
    path: '/conversations',
    who: 'user',
    limits: [{ points: 30, seconds: 60, by: 'account' }],
    tag,
    summary: 'Open the conversation with a user; the same pair gets the same one',
    body: OpenConversation,
    answer: Conversation,
    async handle({ app, actor, body }) {
      const { id } = await transact(app, actor, (tx) =>
        openConversation(tx, { recipientId: body.sourceId.toLowerCase() }),
      )
      return conversation(app, actor.userId, id)
    },
  }),
  route({
    method: 'GET',
    path: '/conversations/{id}',
    who: 'user',
    tag,
    summary: 'One conversation, for its participants',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    answer: Conversation,
    handle: ({ app, actor, params }) => conversation(app, actor.userId, params.id),
  }),
]

function list(path: string, summary: string): Route {
  return route({
    method: 'GET',
    path,
    who: 'user',
    tag,
    summary,
    query: ConversationQuery,
    answer: ConversationList,
    async handle({ app, actor, query }) {
      const { rows, total } = await conversationPage(app.orm.em.fork(), actor.userId, query)
      return { data: rows.map(conversationView), total }
    },
  })
}

async function conversation(app: App, viewerId: string, id: string): Promise<Conversation> {
  const [row] = await conversationRows(app.orm.em.fork(), viewerId, [id])
  if (!row) throw noConversation()
  return conversationView(row)
}
