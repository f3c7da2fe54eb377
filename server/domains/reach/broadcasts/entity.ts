import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { triggers } from '@vesper/sync/vesper/api/broadcasts.ts'
import { broadcastStates, returnReasons } from '@vesper/sync/vesper/records/broadcast.ts'
import type { AudiencePart } from '@vesper/sync/vesper/records/fan-list.ts'

/**
 * A message of a creator that goes to many. `id` is made by its author; it holds the files of all its messages, by a holder
 * of the type `broadcast`. With a `trigger` it is a welcome, which goes out by itself: an edit of one makes another row, so
 * that nothing changes that was sent.
 */
export const Broadcast = defineEntity({
  name: 'Broadcast',
  tableName: 'broadcast',
  indexes: [
    { properties: ['performerId', 'updatedAt'] },
    {
      properties: ['goesAt'],
      name: 'broadcast_due_index',
      where: `state in ('counting', 'scheduled', 'sending', 'unsent')`,
    },
    {
      properties: ['performerId', 'trigger'],
      name: 'broadcast_welcome_index',
      where: `trigger is not null and not is_retired`,
    },
  ],
  properties: {
    id: p.uuid().primary(),
    performerId: p.uuid(),
    trigger: p.enum(triggers).nullable(),
    /** Another welcome stands in its place, or it was turned off, or discarded. */
    isRetired: p.boolean().default(false),
    text: p.text(),
    fileIds: p.json<string[]>(),
    price: p.integer().default(0),
    include: p.json<AudiencePart[]>(),
    exclude: p.json<AudiencePart[]>(),
    sendAt: p.datetime().nullable(),
    state: p.enum(broadcastStates).default('draft'),
    version: p.integer().default(0),
    goesAt: p.datetime().nullable(),
    /** Why it did not go out at its time; cleared when it is sent again. */
    returned: p.enum(returnReasons).nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

/** An account that a message goes to. `messageId` once it has it; `taken` when it was unsent there. */
export const BroadcastRecipient = defineEntity({
  name: 'BroadcastRecipient',
  tableName: 'broadcast_recipient',
  indexes: [
    { properties: ['broadcastId', 'userId'], name: 'broadcast_waiting_index', where: `state = 'waiting'` },
    { properties: ['userId', 'sentAt'], name: 'broadcast_sent_index', where: `state = 'sent'` },
  ],
  properties: {
    broadcastId: p.uuid().primary(),
    userId: p.uuid().primary(),
    state: p.enum(['waiting', 'sent', 'closed', 'muted', 'owned', 'left', 'taken', 'kept'] as const).default('waiting'),
    messageId: p.uuid().nullable(),
    sentAt: p.datetime().nullable(),
  },
})

export type Broadcast = InferEntity<typeof Broadcast>
export type BroadcastRecipient = InferEntity<typeof BroadcastRecipient>
