import { expect, test } from 'vitest'
import { isoDay } from '../../ui/text/date-format.ts'
import { dayNow, isSpent } from './budget-day.ts'

const at = (iso: string) => Date.parse(iso)
const spent = (day: string) => ({ day, bytes: 500, isLifted: false })

test('a day ends at midnight of the time zone, not of Greenwich', () => {
  expect(isoDay(at('2026-11-28T23:59:59Z'), 'UTC')).toBe('2026-11-28')
  expect(isoDay(at('2026-11-29T00:00:00Z'), 'UTC')).toBe('2026-11-29')
  expect(isoDay(at('2026-11-28T14:59:59Z'), 'Asia/Tokyo')).toBe('2026-11-28')
  expect(isoDay(at('2026-11-28T15:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-29')
  expect(isoDay(at('2026-11-29T07:59:59Z'), 'America/Los_Angeles')).toBe('2026-11-28')
})

test('the day of a change of the clock has one budget, of 23 or 25 hours', () => {
  const zone = 'Europe/Berlin'
  expect(isoDay(at('2026-10-24T22:00:00Z'), zone)).toBe('2026-10-25')
  expect(isoDay(at('2026-10-25T22:59:59Z'), zone)).toBe('2026-10-25')
  expect(isoDay(at('2026-10-25T23:00:00Z'), zone)).toBe('2026-10-26')
})

test('the last second of a day still counts to it, and the next day begins again', () => {
  const before = spent('2026-11-28')
  expect(dayNow(before, at('2026-11-28T23:59:59.999Z'), 'UTC')).toBe(before)
  expect(dayNow(before, at('2026-11-29T00:00:00Z'), 'UTC')).toEqual({ day: '2026-11-29', bytes: 0, isLifted: false })
  expect(dayNow(null, at('2026-11-29T00:00:00Z'), 'UTC').bytes).toBe(0)
})

test('a flight to the west gives no second budget; one to the east begins the next day', () => {
  const inTokyo = spent('2026-11-29')
  const now = at('2026-11-28T16:00:00Z')
  expect(dayNow(inTokyo, now, 'Asia/Tokyo')).toBe(inTokyo)
  expect(dayNow(inTokyo, now, 'America/Los_Angeles')).toBe(inTokyo)
  expect(dayNow(spent('2026-11-28'), now, 'Asia/Tokyo').bytes).toBe(0)
})

test('a clock that was far ahead does not hold the budget for ever', () => {
  expect(dayNow(spent('2031-01-01'), at('2026-11-28T12:00:00Z'), 'UTC').day).toBe('2026-11-28')
})

test('the budget is spent at its last byte, never without a limit, and not once it was lifted', () => {
  const day = { day: '2026-11-28', bytes: 1_000, isLifted: false }
  expect([1_001, 1_000, 999, 0].map((limit) => isSpent(day, limit))).toEqual([false, true, true, false])
  expect(isSpent({ ...day, isLifted: true }, 1_000)).toBe(false)
})
