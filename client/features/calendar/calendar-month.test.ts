import { afterEach, expect, test, vi } from 'vitest'
import { isoDay } from '../../ui/text/date-format.ts'
import { firstDayOf, monthName, monthsAway, rangeOf, readMonth, timeOn, weeksOf } from './calendar-month.ts'

afterEach(() => vi.unstubAllEnvs())

const days = (firstDay: number, month = readMonth('2026-11')) =>
  month && weeksOf(month, firstDay).map((week) => week.map((day) => isoDay(day.getTime()).slice(5)))

test('weeks begin on the day of the region, and days of other months fill them', () => {
  expect(days(1)?.[0]).toEqual(['10-26', '10-27', '10-28', '10-29', '10-30', '10-31', '11-01'])
  expect(days(7)?.[0]?.[0]).toBe('11-01')
  expect(days(6)?.[0]?.[0]).toBe('10-31')
  expect(days(1)?.at(-1)?.at(-1)).toBe('12-06')
  // A month of 28 days that begins with the week has four of them.
  expect(days(1, readMonth('2027-02'))).toHaveLength(4)
})

test.each([
  ['en-US', 7],
  ['de-DE', 1],
  ['ar-EG', 6],
])('a week begins in %s with day %i', (locale, day) => {
  expect(firstDayOf(locale)).toBe(day)
})

test('the clocks of a zone move no day', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const november = days(7)?.flat() ?? []
  expect(new Set(november).size).toBe(november.length)
})

test.each([
  // Clocks go forward on 27 September at two, and on 4 April back at three.
  ['Pacific/Auckland', '2026-10', ['2026-09-27T11:00:00.000Z', '2026-11-01T11:00:00.000Z']],
  ['Pacific/Auckland', '2026-09', ['2026-08-30T12:00:00.000Z', '2026-10-04T11:00:00.000Z']],
  ['Pacific/Auckland', '2027-04', ['2027-03-28T11:00:00.000Z', '2027-05-02T12:00:00.000Z']],
  ['UTC', '2026-10', ['2026-09-28T00:00:00.000Z', '2026-11-02T00:00:00.000Z']],
  // Midnight of 6 September is left out.
  ['America/Santiago', '2026-08', ['2026-07-27T04:00:00.000Z', '2026-09-07T03:00:00.000Z']],
] as const)('in %s the weeks of %s go from midnight to midnight', (zone, name, [from, to]) => {
  vi.stubEnv('TZ', zone)
  const month = readMonth(name)
  expect(month && rangeOf(month, 1)).toEqual({ from, to })
})

test('months follow each other over the year, and a name that is none is no month', () => {
  expect(monthName(monthsAway({ year: 2026, month: 11 }, 1))).toBe('2027-01')
  expect(monthName(monthsAway({ year: 2026, month: 0 }, -1))).toBe('2025-12')
  expect([readMonth('2026-13'), readMonth('x'), readMonth(undefined), readMonth(2026)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a post of a day begins at noon, of today at the next full hour, and of a day that has passed at no time', () => {
  const now = new Date(2026, 10, 28, 15, 20)
  const at = (day: number, from = now) => timeOn(new Date(2026, 10, day, 12), from)
  expect(at(29)).toBe(new Date(2026, 10, 29, 12).toISOString())
  expect(at(28)).toBe(new Date(2026, 10, 28, 16).toISOString())
  expect([at(27), at(28, new Date(2026, 10, 28, 23, 30))]).toEqual([null, null])
})
