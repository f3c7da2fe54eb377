import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * `held`: it waits for review and has no place among the lines yet. `cleared`: it went with all before it. Both `deleted` and
 * `cleared` ones keep their id, so that none is said again.
 */
export const lineStates = ['shown', 'held', 'deleted', 'cleared'] as const

/** One line of the chat of a stream. Only `add-lines.ts` and `add-tip-line.ts` append some. */
export const StreamMessage = defineEntity({
  name: 'StreamMessage',
  tableName: 'stream_message',
  uniques: [
    { properties: ['streamId', 'seq'], name: 'stream_message_seq_unique' },
    { properties: ['chargeId'], name: 'stream_message_charge_unique', where: 'charge_id is not null' },
  ],
  indexes: [
    { properties: ['streamId', 'senderId', 'createdAt'] },
    { properties: ['createdAt'] },
    { properties: ['streamId'], name: 'stream_message_held_index', where: "state = 'held'" },
  ],
  properties: {
    /** Made by the sender: sent again, it is the same line. */
    id: p.uuid().primary(),
    streamId: p.uuid(),
    /** Counts the lines of the stream from 1, without gaps; null while the line is held. */
    seq: p.integer().nullable(),
    senderId: p.uuid(),
    kind: p.enum(['text', 'tip'] as const),
    text: p.string().length(500),
    replyTo: p.uuid().nullable(),
    /** A photo, which the line holds as an attachment. */
    fileId: p.uuid().nullable(),
    /** Tips have tokens and a charge; one that bought a line of the creator's menu names that. */
    tokens: p.integer().nullable(),
    item: p.string().length(200).nullable(),
    chargeId: p.uuid().nullable(),
    state: p.enum(lineStates).default('shown'),
    createdAt: p.datetime(),
  },
})

/** A person whom a creator, or a moderator, keeps from writing in the chats of all streams of that creator. */
export const StreamSanction = defineEntity({
  name: 'StreamSanction',
  tableName: 'stream_sanction',
  properties: {
    performerId: p.uuid().primary(),
    userId: p.uuid().primary(),
    kind: p.enum(['ban', 'timeout'] as const),
    /** The end of a timeout; null for a ban. */
    until: p.datetime().nullable(),
    /** The account that decided it. */
    byId: p.uuid(),
    createdAt: p.datetime(),
  },
})

/** An account that moderates the chats of a creator. */
export const StreamModerator = defineEntity({
  name: 'StreamModerator',
  tableName: 'stream_moderator',
  indexes: [{ properties: ['userId'] }],
  properties: {
    performerId: p.uuid().primary(),
    userId: p.uuid().primary(),
    createdAt: p.datetime(),
  },
})

export type StreamMessage = InferEntity<typeof StreamMessage>
export type StreamSanction = InferEntity<typeof StreamSanction>
export type StreamModerator = InferEntity<typeof StreamModerator>
