import { expect, test } from 'vitest'
import { lastSeenTime, listTime } from './list-time.ts'

const now = new Date(2026, 10, 21, 9, 30)
const shown = (...at: [number, number, number, number?, number?]) =>
  listTime(new Date(...at).toISOString(), now, 'en-GB')

test('the nearer the more exact', () => {
  expect(shown(2026, 10, 21, 8, 5)).toMatch(/^8:05|08:05$/)
  expect(shown(2026, 10, 20, 23, 59)).toBe('yesterday')
  expect(shown(2026, 10, 16)).toBe('Mon')
  expect(shown(2026, 10, 14)).toBe('14 Nov')
  expect(shown(2025, 10, 14)).toBe('14/11/2025')
})

test('a clock that runs ahead shows a time, not a date to come', () => {
  expect(shown(2026, 10, 21, 23, 0)).toMatch(/11:00|23:00/)
  expect(shown(2027, 10, 21, 9, 0)).toMatch(/9:00|09:00/)
})

test('last seen is never less than a minute ago', () => {
  const ago = (ms: number) => lastSeenTime(new Date(now.getTime() - ms).toISOString(), now, 'en')
  expect(ago(0)).toBe('1 minute ago')
  expect(ago(59 * 60_000)).toBe('59 minutes ago')
  expect(ago(3 * 3_600_000)).toBe('3 hours ago')
  expect(ago(26 * 3_600_000)).toBe('yesterday')
})
