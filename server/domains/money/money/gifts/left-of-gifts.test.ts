import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftOfGifts } from './left-of-gifts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const gift = (id: string, tokens: number, days: number) => ({ id, tokens, expiresAt: new Date(days * DAY_MS) })

test('gifts that end first are spent first', () => {
  const gifts = [gift('b', 50, 20), gift('a', 100, 10), gift('c', 30, 30)]
  const { shares, over } = leftOfGifts(gifts, 95)
  expect(shares.map(({ gift: { id }, left }) => [id, left])).toEqual([
    ['a', 15],
    ['b', 50],
    ['c', 30],
  ])
  expect(over).toBe(0)
})

test('tokens of no gift are over', () => {
  expect(leftOfGifts([gift('a', 10, 1)], 25)).toMatchObject({ shares: [{ left: 10 }], over: 15 })
})

test('spending takes from the gift that ends first, whatever the gifts', () => {
  const gifts = fc.array(fc.record({ tokens: fc.integer({ min: 1, max: 50 }), days: fc.nat({ max: 5 }) }), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(gifts, fc.nat({ max: 400 }), (given, spent) => {
      const all = given.map(({ tokens, days }, index) => gift(String(index), tokens, days))
      const total = all.reduce((sum, { tokens }) => sum + tokens, 0)
      const granted = Math.max(total - spent, 0)
      const { shares, over } = leftOfGifts(all, granted)
      expect(shares.reduce((sum, { left }) => sum + left, over)).toBe(granted)
      const firstLeft = shares.findIndex(({ left }) => left > 0)
      const after = firstLeft === -1 ? [] : shares.slice(firstLeft + 1)
      expect(after.every(({ gift: { tokens }, left }) => left === tokens)).toBe(true)
    }),
  )
})
