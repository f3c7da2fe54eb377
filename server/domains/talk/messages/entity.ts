import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A private message. `id` is made by the sender; a deleted one stays as a tombstone, so that `seq` has no gaps. */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  uniques: [{ properties: ['conversationId', 'seq'] }],
  properties: {
    id: p.uuid().primary(),
    conversationId: p.uuid(),
    seq: p.integer(),
    senderId: p.uuid(),
    text: p.text(),
    /** Tokens that open it for the recipient; 0 for a message that is open. */
    price: p.integer().default(0),
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
