import * as v from 'valibot'

/** A pause lasts at least one day, and at most so many. */
export const PAUSE_DAYS_MAX = 90
/** Pauses take at most so many days of a year: paid time is for using. */
export const PAUSE_DAYS_A_YEAR = 180
/** A pause is planned at most so many days ahead. */
export const PAUSE_AHEAD_DAYS = 365

const DAY_MS = 86_400_000

/**
 * A time in which a creator rests. From `startsAt` until right before `endsAt` no subscription of the creator is renewed, and
 * the time that was paid for stands still. Pauses of one creator do not overlap.
 */
export const Pause = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  startsAt: v.string(),
  endsAt: v.string(),
})

export type Pause = v.InferOutput<typeof Pause>

/** The end of a pause of so many whole days of 24 hours, as an ISO 8601 time. */
export function endOfPause(startsAt: string, days: number): string {
  return new Date(Date.parse(startsAt) + days * DAY_MS).toISOString()
}
