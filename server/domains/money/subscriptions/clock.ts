import type { EntityManager } from '@mikro-orm/postgresql'
import { countedTime, movedTime, pauseAt } from '@vesper/sync/vesper/records/pause-clock.ts'
import { countedTimeSql } from '../../../content/counted-time-sql.ts'
import { pausesOf } from '../../people/pauses/pauses-of.ts'
import type { Subscription } from './entity.ts'

/**
 * The clock of a subscription. It was set at `anchor`, and stands still while the creator rests; before the first term is paid
 * it is every clock. All dates of a subscription and its terms are in its time, but those that say when something was done.
 */
export type Clock = {
  /** The present, in the time of the clock. */
  now: Date
  /** The creator rests now: nothing is due. */
  isPaused: boolean
  /** The time that the clock shows at a moment. */
  counted: (at: Date) => Date
  /** When the clock shows this. */
  moved: (counted: Date) => Date
  /** The same without the pauses that have not begun: they may be called off. */
  movedSoFar: (counted: Date) => Date
}

type Reader = { em: Pick<EntityManager, 'find'>; now: Date }

export async function clockOf(
  { em, now }: Reader,
  { performerId, anchor, months }: Pick<Subscription, 'performerId' | 'anchor' | 'months'>,
): Promise<Clock> {
  const pauses = months === 0 ? [] : (await pausesOf(em, [performerId]))(performerId)
  const begun = pauses.filter(({ startsAt }) => Date.parse(startsAt) <= now.getTime())
  const since = anchor.getTime()
  const counted = (at: Date) => new Date(countedTime(pauses, since, at.getTime()))
  return {
    now: counted(now),
    isPaused: pauseAt(pauses, now.getTime()) !== undefined,
    counted,
    moved: (date) => new Date(movedTime(pauses, since, date.getTime())),
    movedSoFar: (date) => new Date(movedTime(begun, since, date.getTime())),
  }
}

/** SQL: what the clock of the subscription `s` shows at `at`, an expression that stands in it several times. */
export function clockSql(at: string): string {
  const counted = countedTimeSql({ performer: 's.performer_id', since: 's.anchor', at })
  return `case when s.months = 0 then ${at} else ${counted} end`
}
