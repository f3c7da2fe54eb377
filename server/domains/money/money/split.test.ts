import { expect, test } from 'vitest'
import { centsOf } from './cents.ts'
import { split } from './split.ts'

test('for every rate the parts of a price are its price, and none is negative', () => {
  for (let gross = 0n; gross < 3000n; gross += 7n) {
    for (const taxBps of [0n, 1n, 700n, 1900n, 2500n, 9999n]) {
      for (const commissionBps of [0n, 1n, 2000n, 3333n, 10_000n]) {
        const { tax, share, revenue } = split(gross, { taxBps, commissionBps })
        expect(tax + share + revenue).toBe(gross)
        expect([tax, share, revenue].every((part) => part >= 0n)).toBe(true)
      }
    }
  }
})

test.each([
  { gross: 11_900n, taxBps: 1900n, parts: { tax: 1900n, share: 8000n, revenue: 2000n } },
  { gross: 5n, taxBps: 0n, parts: { tax: 0n, share: 4n, revenue: 1n } },
  { gross: 1n, taxBps: 1900n, parts: { tax: 0n, share: 0n, revenue: 1n } },
])('$gross with a tax of $taxBps and a commission of a fifth', ({ gross, taxBps, parts }) => {
  expect(split(gross, { taxBps, commissionBps: 2000n })).toEqual(parts)
})

test('a rate or a price out of bounds is no split', () => {
  expect(() => split(-1n, { taxBps: 0n, commissionBps: 0n })).toThrow(RangeError)
  expect(() => split(1n, { taxBps: -1n, commissionBps: 0n })).toThrow(RangeError)
  expect(() => split(1n, { taxBps: 0n, commissionBps: 10_001n })).toThrow(RangeError)
})

test('amounts are whole cents', () => {
  expect([2.95, 300, 0.05, 0, 1.1].map(centsOf)).toEqual([295n, 30_000n, 5n, 0n, 110n])
  for (const amount of [2.955, -1, Number.NaN, Infinity]) expect(() => centsOf(amount)).toThrow(RangeError)
})
