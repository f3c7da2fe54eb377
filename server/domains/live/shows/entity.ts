import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { showEndings, showStatuses } from '@vesper/sync/vesper/api/live-shows.ts'

/** The states in which a fan may watch, and tokens are held. */
const isOpen = "status in ('accepted', 'active')"

/**
 * A private show of one fan, or the seat of one fan in a group show. `id` is made by the fan's app and names the request, the
 * hold of its tokens and its charge.
 */
export const Show = defineEntity({
  name: 'Show',
  tableName: 'show',
  uniques: [
    // A creator has one private show at a time.
    { properties: ['performerId'], name: 'show_private_unique', where: `kind = 'private' and ${isOpen}` },
    { properties: ['streamId', 'fanId'], name: 'show_seat_unique', where: `kind = 'group' and ${isOpen}` },
    {
      properties: ['fanId', 'performerId'],
      name: 'show_request_unique',
      where: "kind = 'private' and status = 'requested'",
    },
  ],
  indexes: [
    { properties: ['fanId', 'createdAt'] },
    { properties: ['performerId', 'createdAt'] },
    { properties: ['streamId'] },
    // All that time alone ends.
    { properties: ['status'], name: 'show_open_index', where: "status in ('requested', 'accepted', 'active')" },
  ],
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(['private', 'group'] as const),
    /** Null before a request is accepted. */
    streamId: p.uuid().nullable(),
    performerId: p.uuid(),
    fanId: p.uuid(),
    status: p.enum(showStatuses),
    /** Tokens a minute, as they were when the fan asked. */
    rate: p.integer(),
    /** The minutes that are owed at least where the fan leaves. */
    minimum: p.integer(),
    /** The minutes that the fan asked for, and the most tokens that they cost. */
    minutes: p.integer(),
    cap: p.integer(),
    /** Seconds in which both sides were connected. They alone are paid. */
    seconds: p.integer().default(0),
    /** Tokens: due by now, or paid; and held for it. */
    charged: p.integer().default(0),
    held: p.integer().default(0),
    lowBalance: p.boolean().default(false),
    endedReason: p.enum(showEndings).nullable(),
    /** The side whose line ended it; null where none did. */
    lostSide: p.enum(['fan', 'performer'] as const).nullable(),
    /** The charge of what was due; null where that was nothing. */
    chargeId: p.uuid().nullable(),
    /** The server that has the room and counts the seconds; null before. Its sign of life is `aliveAt`. */
    node: p.string().length(60).nullable(),
    aliveAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** When an open request ends by itself, or an accepted one that does not begin. */
    expiresAt: p.datetime().nullable(),
    acceptedAt: p.datetime().nullable(),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
})

export type Show = InferEntity<typeof Show>
