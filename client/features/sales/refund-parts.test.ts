import type { OrderLine } from '@vesper/sync/vesper/records/order.ts'
import { expect, test } from 'vitest'
import { order } from '../../testing/orders.ts'
import { refundPartsOf, tokensOf } from './refund-parts.ts'

function line(given: Partial<OrderLine>): OrderLine {
  return { ...(order().lines[0] as OrderLine), ...given }
}

test.each<[Partial<OrderLine>, { pieces: number; tokens: string }, number | null]>([
  [{}, { pieces: 0, tokens: '' }, 0],
  [{}, { pieces: 1, tokens: '' }, 100],
  // A discount is spread over the pieces; the last one takes what rounding left.
  [{ quantity: 3, discount: 50 }, { pieces: 1, tokens: '' }, 83],
  [{ quantity: 3, discount: 50, refundedQuantity: 2, refundedTokens: 166 }, { pieces: 1, tokens: '' }, 84],
  [{}, { pieces: 0, tokens: '٣٠' }, 30],
  [{}, { pieces: 0, tokens: '201' }, null],
  [{ refundedTokens: 150 }, { pieces: 0, tokens: '51' }, null],
  [{}, { pieces: 0, tokens: '1.5' }, null],
])('of %j, %j gives back %j', (given, choice, tokens) => {
  expect(tokensOf(line(given), choice)).toBe(tokens)
})

test('only lines with something to give back are sent, an amount in the place of pieces', () => {
  const lines = ['a', 'b', 'c'].map((_id) => line({ _id }))
  const choices = { a: { pieces: 1, tokens: '' }, b: { pieces: 2, tokens: '15' } }
  expect(refundPartsOf(lines, choices)).toEqual([
    { lineId: 'a', quantity: 1 },
    { lineId: 'b', tokens: 15 },
  ])
})
