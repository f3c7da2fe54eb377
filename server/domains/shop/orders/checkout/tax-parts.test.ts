import { expect, test } from 'vitest'
import { taxParts } from './tax-parts.ts'

function line(unitPrice: number, quantity = 1, discount = 0) {
  return { unitPrice, quantity, discount }
}

test('the tax of an order is spread over lines and shipping by what was paid, to the cent', () => {
  const lines = [line(10), line(10), line(10)]
  // 1.00 of tax in four equal parts, then in thirds.
  expect(taxParts({ tax: 10_000, taxBps: 1900 }, { lines, shipping: 10 })).toEqual({
    taxBps: 1900,
    tax: 100,
    taxOf: [25, 25, 25],
  })
  expect(taxParts({ tax: 10_000, taxBps: 1900 }, { lines, shipping: 0 }).taxOf).toEqual([34, 33, 33])
})

test('a line that a coupon has paid bears no tax', () => {
  const lines = [line(5, 2, 10), line(10)]
  expect(taxParts({ tax: 15_966, taxBps: 1900 }, { lines, shipping: 0 })).toEqual({
    taxBps: 1900,
    tax: 160,
    taxOf: [0, 160],
  })
})

test('an order that cost nothing has no tax', () => {
  expect(taxParts(null, { lines: [line(5, 1, 5)], shipping: 0 })).toEqual({ taxBps: 0, tax: 0, taxOf: [0] })
})
