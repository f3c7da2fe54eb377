import { expect, test } from 'vitest'
import { ageInYears } from './age.ts'

test.each([
  ['2008-11-21', '2026-11-20T23:59:59Z', 17],
  ['2008-11-21', '2026-11-21T00:00:00Z', 18],
  ['2008-02-29', '2026-02-28T12:00:00Z', 17],
  ['2008-02-29', '2026-03-01T00:00:00Z', 18],
  ['2026-11-22', '2026-11-21T00:00:00Z', -1],
])('someone born on %s is, at %s, %i years old', (born, now, age) => {
  expect(ageInYears(born, new Date(now))).toBe(age)
})

test.each(['2001-02-30', '2001-13-01', '0000-00-00', 'yesterday'])('%s is no day', (day) => {
  expect(ageInYears(day, new Date())).toBeNaN()
})
