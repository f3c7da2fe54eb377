import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A private conversation of two users. Its id follows from the two, see `conversationIdOf`. */
export const Conversation = defineEntity({
  name: 'Conversation',
  tableName: 'conversation',
  properties: {
    id: p.uuid().primary(),
    /** `seq` of the newest message, 0 when there is none; raised under the row's lock. */
    lastSeq: p.integer().default(0),
    lastMessageId: p.uuid().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p.datetime().onCreate(() => new Date()),
  },
})

export const ConversationMember = defineEntity({
  name: 'ConversationMember',
  tableName: 'conversation_member',
  // With the conversation: of somebody's thousands one is found whichever of the two a plan begins with.
  indexes: [
    { properties: ['userId', 'conversationId'] },
    { properties: ['userId', 'movedAt', 'conversationId'] },
    { properties: ['userId', 'createdAt', 'conversationId'] },
  ],
  properties: {
    conversationId: p.uuid().primary(),
    userId: p.uuid().primary(),
    readSeq: p.integer().default(0),
    /** The furthest message that a device of the user has said to hold; what was read counts beside it. */
    deliveredSeq: p.integer().default(0),
    /** Messages of others after `readSeq` that are not deleted. */
    unseen: p.integer().default(0),
    /** The user wants no messages that go to many. */
    mutesMany: p.boolean().default(false),
    /** When the conversation moved last, as its `updatedAt`: an account's list is in its order. */
    movedAt: p
      .datetime()
      .onCreate(() => new Date())
      .defaultRaw('now()'),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type Conversation = InferEntity<typeof Conversation>
export type ConversationMember = InferEntity<typeof ConversationMember>
