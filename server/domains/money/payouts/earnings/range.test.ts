import { expect, test } from 'vitest'
import { rangeOf, stepsOf } from './range.ts'

const now = new Date('2026-03-01T23:59:59.999Z')

test('without days the range is the latest 28, today included', () => {
  const range = rangeOf({}, now)
  expect([range.from, range.to]).toEqual(['2026-02-02', '2026-03-01'])
  expect(stepsOf(range, 'day')).toHaveLength(28)
  expect(range.until.toISOString()).toBe('2026-03-02T00:00:00.000Z')
})

test('weeks begin on Monday, months on their first day, and the range may begin within one', () => {
  const range = rangeOf({ from: '2026-02-04', to: '2026-03-02' }, now)
  expect(stepsOf(range, 'week')).toEqual(['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02'])
  expect(stepsOf(range, 'month')).toEqual(['2026-02-01', '2026-03-01'])
  expect(stepsOf(rangeOf({ from: '2024-02-28', to: '2024-03-01' }, now), 'day')).toEqual([
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
  ])
})

test('a range that ends before it begins, and one of too many points, is refused', () => {
  expect(() => rangeOf({ from: '2026-03-02', to: '2026-03-01' }, now)).toThrow('ends before it begins')
  expect(() => stepsOf(rangeOf({ from: '2020-01-01' }, now), 'day')).toThrow('too long')
  expect(stepsOf(rangeOf({ from: '2020-01-01' }, now), 'month')).toHaveLength(75)
})
