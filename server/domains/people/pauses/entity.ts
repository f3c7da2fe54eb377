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
    /** The last member, in the order of ids, who was told of it as it is; null before the first one. */
    toldTo: p.uuid().nullable(),
    /** How far it was told before its early end: whoever heard of it hears of that. */
    announcedTo: p.uuid().nullable(),
    createdAt: p.datetime(),
  },
})

export type CreatorPause = InferEntity<typeof CreatorPause>

/** One that was called off before it began has no time. */
export function hasTime({ startsAt, endsAt }: Pick<CreatorPause, 'startsAt' | 'endsAt'>): boolean {
  return startsAt < endsAt
}
