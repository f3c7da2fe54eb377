import { expect, test } from 'vitest'
import { covering } from './covering.ts'

const bounds = { tokenValue: 0.05, minimumWalletPrice: 2.95, maximumWalletPrice: 300 }
const pack = (tokens: number, bonus = 0) => ({
  ...{ _id: `p${tokens}`, name: '', tokens, bonus, amount: tokens * 5, currency: 'USD' },
})
const packages = [pack(1000, 75), pack(100), pack(500, 25), pack(5000, 500)]

const tokensOf = (missing: number, debt = 0) =>
  covering(packages, { missing, debt }, bounds).map(({ tokens, bought }) => [tokens, bought.amount])

test.each([
  [1, [100, 500]],
  [100, [100, 500]],
  [101, [500, 1000]],
  [525, [500, 1000]],
  [526, [1000, 5000]],
  [1076, [5000]],
])('for %i missing tokens the smallest packages that cover them are sold: %j', (missing, sold) => {
  expect(tokensOf(missing).map(([tokens]) => tokens)).toEqual(sold)
})

test('where no package covers it, exactly so many tokens are sold, within the bounds of one top-up', () => {
  expect(tokensOf(5501)).toEqual([[5501, 27_505]])
  expect(tokensOf(6000)).toEqual([[6000, 30_000]])
  expect(tokensOf(6001)).toEqual([])
  expect(covering([], { missing: 1, debt: 0 }, bounds)).toEqual([
    { tokens: 59, bonus: 0, bought: { tokens: 59, amount: 295 } },
  ])
})

test('a debt is settled by tokens that are paid for, before anything is missing or left over', () => {
  expect(tokensOf(30, 70)).toEqual([
    [100, 500],
    [500, 2500],
  ])
  expect(tokensOf(31, 70).map(([tokens]) => tokens)).toEqual([500, 1000])
  // The gift of the package pays no debt.
  expect(tokensOf(-10, 500).map(([tokens]) => tokens)).toEqual([500, 1000])
  expect(tokensOf(-10, 501).map(([tokens]) => tokens)).toEqual([1000, 5000])
  expect(covering([], { missing: -10, debt: 100 }, bounds)).toMatchObject([{ tokens: 100 }])
})

test('a package that the site does not sell now is no way', () => {
  const dear = { ...bounds, minimumWalletPrice: 10 }
  expect(covering(packages, { missing: 1, debt: 0 }, dear).map(({ tokens }) => tokens)).toEqual([500, 1000])
})
