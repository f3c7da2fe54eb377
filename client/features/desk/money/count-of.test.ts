import { expect, test } from 'vitest'
import { countOf } from './count-of.ts'

test.each([
  ['2.95', 2, 295],
  ['2,9', 2, 290],
  [' 600 ', 2, 60_000],
  ['1.005', 2, null],
  ['12', 0, 12],
  ['1.5', 0, null],
  ['-1', 0, null],
  ['', 2, null],
] as const)('reads %j with %i decimals', (typed, decimals, count) => {
  expect(countOf(typed, decimals)).toBe(count)
})
