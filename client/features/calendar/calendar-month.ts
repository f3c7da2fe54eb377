import { regionalLocale } from '../../ui/text/date-format.ts'

/** A month of the device's calendar; `month` from 0. */
export type Month = { year: number; month: number }

export function monthOf(at: Date): Month {
  return { year: at.getFullYear(), month: at.getMonth() }
}

/** `YYYY-MM`, as the address has it. */
export function monthName({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`
}

/** The month of such a name; null for none. */
export function readMonth(name: unknown): Month | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(typeof name === 'string' ? name : '') ?? []
  return year && month ? { year: Number(year), month: Number(month) - 1 } : null
}

export function monthsAway({ year, month }: Month, count: number): Month {
  return monthOf(new Date(year, month + count, 1))
}

/** The weeks of a month, with the days of others that fill them. `firstDay`: 1 for Monday to 7 for Sunday. */
export function weeksOf({ year, month }: Month, firstDay: number): Date[][] {
  const before = (new Date(year, month, 1).getDay() - (firstDay % 7) + 7) % 7
  const length = new Date(year, month + 1, 0).getDate()
  const weeks = Math.ceil((before + length) / 7)
  return Array.from({ length: weeks }, (_week, week) =>
    // Noon: no change of the clocks moves a day.
    Array.from({ length: 7 }, (_day, day) => new Date(year, month, week * 7 + day + 1 - before, 12)),
  )
}

/** The moments of its weeks (ISO 8601): from the first day's beginning until before `to`, the end of the last day. */
export function rangeOf(month: Month, firstDay: number): { from: string; to: string } {
  const days = weeksOf(month, firstDay).flat()
  const [first, last] = [days[0] ?? new Date(), days.at(-1) ?? new Date()]
  const midnight = (day: Date, after = 0) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + after)
  return { from: midnight(first).toISOString(), to: midnight(last, 1).toISOString() }
}

type WeekInfo = { firstDay: number }

/** The day on which a week begins where the device is, 1 for Monday to 7 for Sunday. */
export function firstDayOf(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(
    regionalLocale(language),
  )
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/**
 * The time that a post of a day begins with (ISO 8601): noon, or the next full hour of today; null for a day that has
 * passed.
 */
export function timeOn(day: Date, now: Date): string | null {
  const noon = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12)
  if (noon > now) return noon.toISOString()
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1)
  return next.toDateString() === day.toDateString() ? next.toISOString() : null
}
