import { expect, test } from 'vitest'
import { age } from './age.ts'

const now = Date.parse('2026-11-21T09:00:00.000Z')
const ago = (ms: number) => age(new Date(now - ms).toISOString(), now, 'en')

test('an age in the largest unit that fits', () => {
  expect(ago(0)).toBe('now')
  expect(ago(59_000)).toBe('59 seconds ago')
  expect(ago(61_000)).toBe('1 minute ago')
  expect(ago(5 * 3_600_000)).toBe('5 hours ago')
  expect(ago(49 * 3_600_000)).toBe('2 days ago')
})

test('a clock that was set back does not give an age below nothing', () => {
  expect(ago(-365 * 86_400_000)).toBe('now')
})
