import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, percentile, worsening } from './statistics.ts'

test('a percentile is a value that was measured, and no fewer than so many do not exceed it', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 95)).toBe(10)
  expect(() => median([])).toThrow('nothing')
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (values, percent) => {
      const found = percentile(values, percent)
      expect(values).toContain(found)
      expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual((percent / 100) * values.length)
    }),
  )
})

test('a ratio is worse by as much as it takes more, or does less', () => {
  expect(worsening({ value: 1.2, stored: 1 }, 'less')).toBeCloseTo(0.2)
  expect(worsening({ value: 0.5, stored: 1 }, 'more')).toBeCloseTo(1)
  expect(worsening({ value: 0.9, stored: 1 }, 'less')).toBeLessThan(0)
  expect(worsening({ value: 0, stored: 0 }, 'less')).toBe(0)
})
