import { expect, test } from 'vitest'
import { clockTime } from './clock-time.ts'

test('seconds are shown as a clock, with hours only where there are any', () => {
  expect([0, 7.9, 75, 750, 3_723].map(clockTime)).toEqual(['0:00', '0:07', '1:15', '12:30', '1:02:03'])
})

test('a length that a browser does not know yet is no text that nobody can read', () => {
  expect([Number.NaN, Infinity, -1].map(clockTime)).toEqual(['0:00', '0:00', '0:00'])
})
