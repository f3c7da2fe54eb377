import { expect, test } from 'vitest'
import { split } from '../money/split.ts'
import { discountedPrice } from './discounted-price.ts'

/** A generator of whole numbers below `bound`, the same for each run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % bound
  }
}

test('a discounted price is whole tokens, never 0, never above the price, and never below the promised share', () => {
  const next = numbers(7)
  for (let round = 0; round < 5000; round++) {
    const tokenCents = 1 + next(20)
    const price = tokenCents * (1 + next(20_000))
    const percent = 1 + next(99)
    const after = discountedPrice(price, percent, tokenCents)
    const said = `${price} less ${percent}% in tokens of ${tokenCents}`
    expect(after, said).toBeGreaterThan(0)
    expect(after, said).toBeLessThanOrEqual(price)
    expect(after % tokenCents, said).toBe(0)
    expect(after * 100, said).toBeGreaterThanOrEqual(Math.min(price, (price * (100 - percent)) / 100) * 100)
    expect(after, said).toBeLessThan(Math.max((price * (100 - percent)) / 100, 50) + tokenCents)
    const worth = BigInt(after) * 100n
    const { tax, share, revenue } = split(worth, { taxBps: BigInt(next(3000)), commissionBps: BigInt(next(10_001)) })
    expect(tax + share + revenue, said).toBe(worth)
    expect(share, said).toBeLessThanOrEqual(worth)
  }
})

test('a price of before the value of a token changed is never raised', () => {
  expect(discountedPrice(503, 1, 5)).toBe(500)
  expect(discountedPrice(501, 1, 50)).toBe(500)
  expect(discountedPrice(49, 50, 5)).toBe(49)
})
