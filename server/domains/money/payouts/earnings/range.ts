import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Days of a range that names none. */
const DEFAULT_DAYS = 28
/** Points of a chart at most. */
const POINTS_MAX = 400

export type Step = 'day' | 'week' | 'month'

/** Days of UTC as 2026-11-26; `from` and `to` belong to the range. `until` is the midnight after it. */
export type Range = { from: string; to: string; start: Date; until: Date }

/** Reads a range of days; the latest 28 unless told. Refuses as `invalid` one that ends before it begins. */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Range {
  const last = to ?? dayOf(now)
  const first = from ?? dayOf(new Date(midnight(last) - (DEFAULT_DAYS - 1) * DAY_MS))
  const [start, until] = [new Date(midnight(first)), new Date(midnight(last) + DAY_MS)]
  if (start >= until) {
    const text = 'The range ends before it begins.'
    throw new Refusal('invalid', text, [{ path: 'to', message: text }])
  }
  return { from: first, to: last, start, until }
}

/** The first days of all steps of a range, the earliest first. Refuses as `invalid` more than a chart has room for. */
export function stepsOf({ start, until }: Range, by: Step): string[] {
  const steps: string[] = []
  for (let at = firstOf(start, by); at < until; at = after(at, by)) {
    steps.push(dayOf(at))
    if (steps.length > POINTS_MAX) {
      const text = 'This range is too long. Choose weeks or months.'
      throw new Refusal('invalid', text, [{ path: 'by', message: text }])
    }
  }
  return steps
}

/** The day, the Monday, or the first of the month. */
function firstOf(at: Date, by: Step): Date {
  if (by === 'day') return at
  if (by === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS)
}

function after(at: Date, by: Step): Date {
  if (by === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  return new Date(at.getTime() + (by === 'day' ? 1 : 7) * DAY_MS)
}

function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
