import * as v from 'valibot'
import { isoDay } from '../../ui/text/date-format.ts'

/** The data of one local day. `isLifted`: its owner has said that this day goes on without the limit. */
export const BudgetDay = v.object({
  /** As 2026-11-28, by the calendar of the device. */
  day: v.pipe(v.string(), v.isoDate()),
  bytes: v.pipe(v.number(), v.minValue(0)),
  isLifted: v.boolean(),
})

export type BudgetDay = v.InferOutput<typeof BudgetDay>

const DAY_MS = 86_400_000

/**
 * The day that counts now. A later day begins anew. An earlier one does not: whoever flies west past midnight, or sets the
 * clock back, has no second budget for the same day. A day that lies further ahead comes from a clock that was wrong.
 */
export function dayNow(stored: BudgetDay | null, now: number, timeZone?: string): BudgetDay {
  const today = isoDay(now, timeZone)
  const ahead = stored === null ? 0 : (Date.parse(stored.day) - Date.parse(today)) / DAY_MS
  return stored !== null && (ahead === 0 || ahead === 1) ? stored : { day: today, bytes: 0, isLifted: false }
}

/** True once the bytes of the day have reached the limit, and its owner has not lifted it. A limit of 0 is none. */
export function isSpent({ bytes, isLifted }: BudgetDay, limitBytes: number): boolean {
  return limitBytes > 0 && !isLifted && bytes >= limitBytes
}
