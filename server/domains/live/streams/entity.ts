import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { streamAccesses, streamEndings, streamKinds, streamStatuses } from '@vesper/sync/vesper/api/live-streams.ts'
import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'

/** The rules of a chat before its creator has made others. */
export const OPEN_CHAT: ChatMode = { slowSeconds: 0, followersMinutes: null, subscribersOnly: false, blockedTerms: [] }

/** A stream of one creator, who has one at a time that has not ended. Its id is the id of its chat, too. */
export const Stream = defineEntity({
  name: 'Stream',
  tableName: 'stream',
  // A private show may run beside the public stream, which is shown as away.
  uniques: [
    { properties: ['performerId'], name: 'stream_open_unique', where: "status <> 'ended' and kind <> 'private'" },
  ],
  indexes: [
    { properties: ['performerId', 'createdAt'] },
    { properties: ['createdAt', 'id'] },
    { properties: ['status'], name: 'stream_open_index', where: "status <> 'ended'" },
    { properties: ['ticketsDue'], name: 'stream_tickets_due_index', where: 'tickets_due is not null' },
  ],
  properties: {
    id: p.uuid().primary(),
    performerId: p.uuid(),
    kind: p.enum(streamKinds),
    status: p.enum(streamStatuses).default('starting'),
    title: p.string().length(200),
    access: p.enum(streamAccesses),
    /** Tokens; of a group show, those of a minute. */
    price: p.integer().nullable(),
    rate: p.integer().nullable(),
    engine: p.string().length(20),
    /** The server that has the room; it alone ends the stream, and a start of that server ends what it left open. */
    node: p.string().length(60),
    startedAt: p.datetime().nullable(),
    /** Staff have hidden it, which ended it. */
    isHidden: p.boolean().default(false),
    /** When followers were told of it; null where they were not. */
    announcedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    endedReason: p.enum(streamEndings).nullable(),
    /** Seconds with picture, by the server's clock. */
    seconds: p.integer().default(0),
    viewers: p.integer().default(0),
    viewersPeak: p.integer().default(0),
    isAway: p.boolean().default(false),
    /** The tickets of an ended stream that may have to be given back; null before its end, and once it is done. */
    ticketsDue: p.enum(['all', 'blocked'] as const).nullable(),
    record: p.boolean().default(false),
    /** The video that the recording has become. */
    videoId: p.uuid().nullable(),
    chat: p.json<ChatMode>(),
    pinnedId: p.uuid().nullable(),
    /** The last line of the chat; its row's lock makes the lines count without gaps. */
    chatSeq: p.integer().default(0),
    /** Raised by what the creator changes. */
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** How the next stream of a creator begins, and what their shows cost. */
export const StreamSettings = defineEntity({
  name: 'StreamSettings',
  tableName: 'stream_settings',
  properties: {
    performerId: p.uuid().primary(),
    title: p.string().length(200).default(''),
    access: p.enum(streamAccesses).default('public'),
    price: p.integer().default(50),
    privateRate: p.integer().default(60),
    privateMinimum: p.integer().default(3),
    groupRate: p.integer().default(20),
    groupMinimum: p.integer().default(2),
    groupMaximum: p.integer().default(20),
    acceptsPrivate: p.boolean().default(false),
    record: p.boolean().default(false),
    awayDuringPrivate: p.boolean().default(true),
    chat: p.json<ChatMode>(),
    updatedAt: p.datetime(),
  },
})

export type Stream = InferEntity<typeof Stream>
export type StreamSettings = InferEntity<typeof StreamSettings>
