import { expect, test } from 'vitest'
import { verifySummaryOf } from './verify-summary.ts'

test('counts comparisons by their outcome', () => {
  const summary = verifySummaryOf({ a: 'same', b: 'repaired', c: 'not-reached', d: 'same', e: 'differing', f: 'moved' })
  expect(summary).toEqual({ all: 6, repaired: 1, differing: 1, moved: 1, missed: 1 })
  expect(verifySummaryOf({})).toEqual({ all: 0, repaired: 0, differing: 0, moved: 0, missed: 0 })
})
