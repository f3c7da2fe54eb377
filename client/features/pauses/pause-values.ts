import { endOfPause, PAUSE_AHEAD_DAYS, PAUSE_DAYS_MAX } from '@vesper/sync/vesper/records/pause.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import { parseWhole } from '../../core/forms/parse-whole.ts'
import { isoDay } from '../../ui/text/date-format.ts'

const DAY_MS = 86_400_000

/** The texts of the form. `when` is 'now' or 'day'; `day` is that of a date field, empty for none. */
export type PauseValues = Record<'when' | 'day' | 'days', string>

/** `startsAt` is null for a pause that begins now; `from` and `to` are its bounds by the clock of this device. */
export type PlannedPause = { startsAt: string | null; days: number; from: string; to: string }

/** A fault of the form, by field. `taken`: another pause lasts on these days. */
export type PauseFault = { field: 'day' | 'days'; fault: 'missing' | 'past' | 'far' | 'days' | 'taken' }

/** The texts that plan a pause of so many days from a moment (ISO 8601) on, null for now. */
export function valuesOf({ startsAt, days }: { startsAt: string | null; days: number }): PauseValues {
  const day = startsAt === null ? '' : isoDay(Date.parse(startsAt))
  return { when: startsAt === null ? 'now' : 'day', day, days: String(days) }
}

/** The bounds of the date field at `now` (milliseconds): tomorrow, and a year ahead. */
export function dayBounds(now: number): { min: string; max: string } {
  const today = new Date(now)
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1)
  return { min: isoDay(tomorrow.getTime()), max: isoDay(now + PAUSE_AHEAD_DAYS * DAY_MS) }
}

/**
 * The pause that the form describes at `now` (milliseconds), beside the other pauses of the creator; or its first fault. A day
 * means its beginning in the time zone of this device.
 */
export function plannedPause(
  { when, day, days: typed }: PauseValues,
  { now, pauses }: { now: number; pauses: readonly Pause[] },
): PlannedPause | PauseFault {
  const start = when === 'now' ? now : Date.parse(`${day}T00:00:00`)
  if (Number.isNaN(start)) return { field: 'day', fault: 'missing' }
  if (start < now) return { field: 'day', fault: 'past' }
  if (start > now + PAUSE_AHEAD_DAYS * DAY_MS) return { field: 'day', fault: 'far' }
  const days = parseWhole(typed, { least: 1, most: PAUSE_DAYS_MAX })
  if (days === null) return { field: 'days', fault: 'days' }
  const from = new Date(start).toISOString()
  const to = endOfPause(from, days)
  const isTaken = pauses.some(({ startsAt, endsAt }) => startsAt < to && endsAt > from && startsAt < endsAt)
  if (isTaken) return { field: when === 'now' ? 'days' : 'day', fault: 'taken' }
  return { startsAt: when === 'now' ? null : from, days, from, to }
}
