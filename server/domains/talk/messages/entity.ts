import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A private message. `id` is made by the sender; a deleted one stays as a tombstone, so that `seq` has no gaps. */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  uniques: [{ properties: ['conversationId', 'seq'] }],
  indexes: [
    { properties: ['replyToId'], name: 'message_reply_index', where: 'reply_to_id is not null' },
    {
      properties: ['broadcastId', 'conversationId'],
      name: 'message_broadcast_index',
      where: 'broadcast_id is not null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    conversationId: p.uuid(),
    seq: p.integer(),
    senderId: p.uuid(),
    text: p.text(),
    /** Tokens that open it for the recipient; 0 for a message that is open. */
    price: p.integer().default(0),
    /** The message that it answers, of the same conversation. */
    replyToId: p.uuid().nullable(),
    /** When its words were last changed. */
    editedAt: p.datetime().nullable(),
    /** An emoji of the one who has sent it, and of the one who has received it. */
    senderReaction: p.text().nullable(),
    recipientReaction: p.text().nullable(),
    /** Tokens of the tip that it tells of; 0 for a message that is none. Its id is that of the charge. */
    tip: p.integer().default(0),
    /** The message to many that it is one of: that one holds its files. */
    broadcastId: p.uuid().nullable(),
    /** It went out by itself, as a welcome does. */
    isAutomatic: p.boolean().default(false),
    isDeleted: p.boolean().default(false),
    /** Staff hide it: its sender alone sees it. */
    isHidden: p.boolean().default(false),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Message = InferEntity<typeof Message>
