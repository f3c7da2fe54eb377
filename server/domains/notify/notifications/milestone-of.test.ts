import { expect, test } from 'vitest'
import { milestoneOf } from './milestone-of.ts'

test.each([
  [8, 9, null],
  [9, 10, 10],
  [10, 11, null],
  [10, 24, null],
  [24, 25, 25],
  [49, 50, 50],
  [99, 100, 100],
  [8, 120, 100],
  [249, 251, 250],
  [999_999, 1_000_000, 1_000_000],
  [10, 9, null],
  [10, 10, null],
])('a count that goes from %i to %i reaches %s', (before, now, reached) => {
  expect(milestoneOf(before, now)).toBe(reached)
})
