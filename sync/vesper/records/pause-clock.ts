import type { Pause } from './pause.ts'
import type { Subscription } from './subscription.ts'

// Apart from the records: every page loads those, and few pages tell dates.

type Span = Pick<Pause, 'startsAt' | 'endsAt'>

/**
 * The counted time at `at`: the time of a clock that was set at `since` and stands still in each pause. All are milliseconds
 * of the epoch. The SQL function `counted_time` counts alike.
 */
export function countedTime(pauses: readonly Span[], since: number, at: number): number {
  const paused = spansAfter(pauses, since).map(({ start, end }) => Math.max(0, Math.min(end, at) - start))
  return at - paused.reduce((sum, span) => sum + span, 0)
}

/**
 * The time at which that clock shows `counted`: the inverse of `countedTime`. A moment at which a pause begins stays as it is,
 * and each later one moves by the whole pause.
 */
export function movedTime(pauses: readonly Span[], since: number, counted: number): number {
  return spansAfter(pauses, since).reduce((at, { start, end }) => (start < at ? at + end - start : at), counted)
}

/** The same of ISO 8601 times. */
export function movedDate(pauses: readonly Span[], since: string, counted: string): string {
  return new Date(movedTime(pauses, Date.parse(since), Date.parse(counted))).toISOString()
}

/** The pause that lasts at `at`, in milliseconds; undefined where none does. */
export function pauseAt<One extends Span>(pauses: readonly One[], at: number): One | undefined {
  return pauses.find(({ startsAt, endsAt }) => Date.parse(startsAt) <= at && at < Date.parse(endsAt))
}

/** The first pause that begins after `at`, in milliseconds; undefined where none is planned. One that was canceled is of no time. */
export function nextPause<One extends Span>(pauses: readonly One[], at: number): One | undefined {
  const planned = pauses.filter(({ startsAt, endsAt }) => Date.parse(startsAt) > at && startsAt < endsAt)
  return planned.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))[0]
}

/** A subscription with its dates as the pauses of its creator have moved them. */
export function movedSubscription<
  Held extends Pick<Subscription, 'paidThrough' | 'accessUntil'> &
    Partial<Pick<Subscription, 'retryAt' | 'countedFrom'>>,
>(subscription: Held, pauses: readonly Pause[]): Held {
  const { countedFrom, retryAt, paidThrough, accessUntil } = subscription
  if (countedFrom == null) return subscription
  const moved = (date: string) => movedDate(pauses, countedFrom, date)
  return {
    ...subscription,
    ...{ paidThrough: moved(paidThrough), accessUntil: moved(accessUntil), countedFrom: null },
    ...(retryAt == null ? {} : { retryAt: moved(retryAt) }),
  }
}

/** The parts of the pauses after `since`, the earliest first. */
function spansAfter(pauses: readonly Span[], since: number): { start: number; end: number }[] {
  return pauses
    .map(({ startsAt, endsAt }) => ({ start: Math.max(since, Date.parse(startsAt)), end: Date.parse(endsAt) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start)
}
