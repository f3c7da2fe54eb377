/** The time between a month's end and its statement, in which the last transactions of the month come to an end. */
const GRACE_MS = 60 * 60 * 1000

/** The month of a time, as 2026-11, in UTC. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The beginning of a month, and that of the next one. */
export function boundsOf(month: string): { start: Date; end: Date } {
  const start = new Date(`${month}-01T00:00:00.000Z`)
  return { start, end: new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)) }
}

export function monthAfter(month: string): string {
  return monthOf(boundsOf(month).end)
}

/** True once the statement of a month can be made. */
export function isClosed(month: string, now: Date): boolean {
  return boundsOf(month).end.getTime() + GRACE_MS <= now.getTime()
}

/** The latest month whose statement can be made. */
export function lastClosed(now: Date): string {
  const settled = new Date(now.getTime() - GRACE_MS)
  return monthOf(new Date(Date.UTC(settled.getUTCFullYear(), settled.getUTCMonth(), 0)))
}
