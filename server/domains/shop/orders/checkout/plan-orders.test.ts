import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planOrders, spread, worthOfPieces } from './plan-orders.ts'
import type { Bought } from './plan-orders.ts'

const token = fc.integer({ min: 1, max: 1_000_000 })

const boughtLine: fc.Arbitrary<Bought> = fc.record({
  productId: fc.uuid(),
  performerId: fc.constantFrom('ada', 'mira', 'teo'),
  type: fc.constantFrom('physical', 'digital'),
  name: fc.constant('Print'),
  pictureFileId: fc.constant(null),
  fileIds: fc.constant([]),
  unitPrice: token,
  quantity: fc.integer({ min: 1, max: 99 }),
  shippingPrice: fc.integer({ min: 0, max: 10_000 }),
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

test('the parts of a discount are whole, sum to it, and none is larger than its line', () => {
  fc.assert(
    fc.property(
      fc.array(token, { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, share) => {
        const total = Math.floor(sum(weights) * share)
        const parts = spread(total, weights)
        expect(sum(parts)).toBe(total)
        for (const [index, part] of parts.entries()) {
          expect(Number.isInteger(part)).toBe(true)
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(weights[index] ?? 0)
        }
      },
    ),
  )
  expect(spread(0, [0, 0])).toEqual([0, 0])
  expect(spread(10, [1, 1, 1])).toEqual([4, 3, 3])
})

test('orders hold all lines, one seller and one type each, and cost what their lines and one shipping cost', () => {
  fc.assert(
    fc.property(fc.array(boughtLine, { minLength: 1, maxLength: 12 }), fc.nat(1000), (lines, wanted) => {
      const discount = Math.min(wanted, sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity)))
      const orders = planOrders(lines, { discount, of: null })
      expect(sum(orders.map((order) => order.lines.length))).toBe(lines.length)
      expect(sum(orders.map((order) => order.discount))).toBe(discount)
      expect(new Set(orders.map(({ performerId, type }) => performerId + type)).size).toBe(orders.length)
      for (const order of orders) {
        const worth = order.lines.map((line) => line.unitPrice * line.quantity - line.discount)
        expect(order.tokens).toBe(sum(worth) + order.shipping)
        expect(order.shipping).toBe(
          order.type === 'digital' ? 0 : Math.max(...order.lines.map(({ shippingPrice }) => shippingPrice)),
        )
      }
      expect(planOrders(lines.toReversed(), { discount: 0, of: null }).map(({ tokens }) => tokens)).toEqual(
        planOrders(lines, { discount: 0, of: null }).map(({ tokens }) => tokens),
      )
    }),
  )
})

test('a coupon of one seller lowers the lines of that seller alone', () => {
  const line = {
    ...fc.sample(boughtLine, 1)[0],
    type: 'physical',
    unitPrice: 10,
    quantity: 1,
    shippingPrice: 0,
  } as Bought
  const orders = planOrders(
    [
      { ...line, performerId: 'ada' },
      { ...line, performerId: 'mira' },
    ],
    { discount: 4, of: 'mira' },
  )
  expect(orders.map(({ performerId, tokens }) => [performerId, tokens])).toEqual([
    ['ada', 10],
    ['mira', 6],
  ])
})

test('pieces that go back one by one are worth the whole line', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.integer({ min: 1, max: 99 }), (paid, quantity) => {
      let before = 0
      for (let count = 1; count <= quantity; count += 1) {
        const worth = worthOfPieces(paid, count, quantity)
        expect(worth).toBeGreaterThanOrEqual(before)
        before = worth
      }
      expect(before).toBe(paid)
    }),
  )
})
