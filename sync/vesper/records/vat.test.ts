import { expect, test } from 'vitest'
import { vatIn } from './vat.ts'

test.each([
  [11_900, 1900, 1900],
  [100, 0, 0],
  [0, 1900, 0],
  [5, 2500, 1],
  [2, 10_000, 1],
  [1, 10_000, 1],
  [500_000_000, 2500, 100_000_000],
  [90_071_992_547_409, 700, 5_892_560_260_111],
])('of %i cents at a rate of %i, %i are tax', (gross, bps, tax) => {
  expect(vatIn(gross, bps)).toBe(tax)
})
