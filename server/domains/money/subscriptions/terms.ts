import { TERM_MONTHS } from '@vesper/sync/vesper/records/subscription.ts'
import type { SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'

const DAY_MS = 86_400_000

/** The days after the end of a term on which a failed renewal is tried again. After the last one the subscription ends. */
export const RETRY_DAYS = [1, 3, 5, 7] as const

/** A subscriber of a long term hears of a renewal so many days before it. */
const REMINDER_DAYS = 7

/**
 * The same day `months` later, in UTC. A month without this day has its last one; counted from the anchor, the day comes back
 * in the next month that has it.
 */
export function addMonths(anchor: Date, months: number): Date {
  const date = new Date(anchor)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth(date)))
  return date
}

/** The months of one term; those of a free one are a setting. */
export function monthsOf(type: SubscriptionType, freeMonths: number): number {
  return type === 'free' ? freeMonths : TERM_MONTHS[type]
}

/** When a renewal that has failed is tried again; null after the last day. A worker that comes late skips days. */
export function retryAfter(paidThrough: Date, now: Date): Date | null {
  return RETRY_DAYS.map((days) => daysAfter(paidThrough, days)).find((retry) => retry > now) ?? null
}

/** The last day on which a renewal can be paid after the end of its term. */
export function lastDayOf(paidThrough: Date): Date {
  return daysAfter(paidThrough, RETRY_DAYS[RETRY_DAYS.length - 1] ?? 0)
}

/** When a subscriber is reminded of the end of a term; null for terms that renew within the half-year. */
export function reminderOf(type: SubscriptionType, paidThrough: Date): Date | null {
  const isReminded = type === 'free' || TERM_MONTHS[type] >= 6
  return isReminded ? daysAfter(paidThrough, -REMINDER_DAYS) : null
}

/** The end of a subscription's terms, counted from its anchor. */
type Counted = { anchor: Date; months: number; paidThrough: Date; accessUntil: Date }

/** The present by every clock, and by that of the subscription; when that shows a date. */
type Present = { at: Date; now: Date; moved: (counted: Date) => Date }

/**
 * The term that is added to others. It begins where the last one ends while the access has gone on, else now: nobody pays
 * for days without access. Where pauses have moved the end of the last one, the clock is set anew there, once that is over:
 * the terms to come are whole months of the calendar again.
 */
export function nextTerm(
  { anchor, months, paidThrough, accessUntil }: Counted,
  added: number,
  { at, now, moved }: Present,
): Pick<Counted, 'anchor' | 'months' | 'paidThrough'> & { startsAt: Date } {
  const begin = now < accessUntil ? moved(paidThrough) : at
  const isMoved = begin.getTime() !== paidThrough.getTime()
  if (now < accessUntil && !(isMoved && begin <= at)) {
    const total = months + added
    return { anchor, months: total, startsAt: paidThrough, paidThrough: addMonths(anchor, total) }
  }
  return { anchor: begin, months: added, startsAt: begin, paidThrough: addMonths(begin, added) }
}

/** The part of a price that whole days of a term stand for which have not begun, rounded down. */
export function unusedPart({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, price: number, now: Date): number {
  const begins = Math.max(startsAt.getTime(), now.getTime())
  const days = Math.floor((endsAt.getTime() - begins) / DAY_MS)
  const all = (endsAt.getTime() - startsAt.getTime()) / DAY_MS
  return Math.max(0, Math.floor((price * days) / all))
}

export function daysAfter(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS)
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
