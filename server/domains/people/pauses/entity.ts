import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * A pause of a creator; see `Pause` of the records. It is one row, however many subscribers there are: their dates are
 * derived from it. Pauses of one creator do not overlap.
 */
export const CreatorPause = defineEntity({
  name: 'CreatorPause',
  tableName: 'creator_pause',
  indexes: [{ properties: ['performerId', 'startsAt'] }],
  properties: {
    id: p.uuid().primary(),
    performerId: p.uuid(),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    /** The last subscriber, in the order of ids, who was told of it as it is; null before the first one. */
    toldTo: p.uuid().nullable(),
    /** Somebody was told of it while it was to come, or lasted: its early end is told, too. */
    isAnnounced: p.boolean(),
    createdAt: p.datetime(),
  },
})

export type CreatorPause = InferEntity<typeof CreatorPause>

/** One that was called off before it began has no time. */
export function hasTime({ startsAt, endsAt }: Pick<CreatorPause, 'startsAt' | 'endsAt'>): boolean {
  return startsAt < endsAt
}
