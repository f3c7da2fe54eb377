import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

test('[FAULT-2] every wait is between 1 s and 10 s', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.nat(10_000), chance, (faults, random) => {
      expect(backOff(faults, random)).toBeGreaterThanOrEqual(1_000)
      expect(backOff(faults, random)).toBeLessThanOrEqual(10_000)
    }),
  )
})

test('[FAULT-2] waits double up to the last, and devices cut off together come back apart', () => {
  expect([1, 2, 3, 4, 5, 6].map((faults) => backOff(faults, 0))).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  expect(backOff(5, 0.999)).toBeLessThan(backOff(5, 0.001) - 4_000)
})
