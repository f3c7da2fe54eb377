import { domain, synced } from '../../../infra/domain.ts'
import { inConversation } from '../../../infra/sync/mutation-handlers.ts'
import { conversationAudience } from './audience.ts'
import { openConversation } from './commands.ts'
import { Conversation, ConversationMember } from './entity.ts'
import { muteMany } from './mute-many.ts'
import { queueReceipt } from './receipt-queue.ts'
import { conversationRoutes } from './routes.ts'
import {
  conversationSpaces,
  conversations as collection,
  conversationsThatShowUsers,
  recordConversation,
  recordMember,
} from './synced.ts'

/** Conversations, their members and how far these have read. */
export const conversations = domain({
  name: 'conversations',
  entities: [synced(Conversation, recordConversation), synced(ConversationMember, recordMember)],
  reads: ['attachment', 'change', 'message'],
  routes: conversationRoutes,
  collections: [collection],
  derived: [conversationsThatShowUsers],
  spaces: [conversationSpaces],
  audience: conversationAudience,
  pushRead: {
    message: ({ user, id, seq }) => `exists (
      select 1 from conversation_member m where m.conversation_id = ${id} and m.user_id = ${user} and m.read_seq >= ${seq}
    )`,
  },
  deviceHolds: queueReceipt,
  mutations: {
    'conversation.open': {
      run: (tx, { conversationId, recipient }) => openConversation(tx, { conversationId, recipientId: recipient._id }),
      spaces: inConversation,
      limit: { points: 120, seconds: 600 },
    },
    'conversation.mute-many': { run: muteMany, spaces: inConversation, limit: { points: 120, seconds: 600 } },
  },
})
