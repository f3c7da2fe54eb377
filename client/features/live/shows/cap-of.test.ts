import { expect, test } from 'vitest'
import { capOf } from './cap-of.ts'

test.each([
  [
    { typed: null, least: 30, balance: 1_000 },
    { tokens: 300, error: null },
  ],
  [
    { typed: null, least: 30, balance: 100 },
    { tokens: 100, error: null },
  ],
  [
    { typed: '30', least: 30, balance: 30 },
    { tokens: 30, error: null },
  ],
  [
    { typed: '29', least: 30, balance: 100 },
    { tokens: 29, error: 'least' },
  ],
  [
    { typed: '101', least: 30, balance: 100 },
    { tokens: 101, error: 'balance' },
  ],
  [
    { typed: '100', least: 30, balance: 100 },
    { tokens: 100, error: null },
  ],
  [
    { typed: null, least: 30, balance: 29 },
    { tokens: 29, error: 'balance' },
  ],
  [
    { typed: '', least: 30, balance: 100 },
    { tokens: null, error: 'number' },
  ],
  [
    { typed: '1.5', least: 1, balance: 100 },
    { tokens: null, error: 'number' },
  ],
  [
    { typed: '٤٠', least: 30, balance: 100 },
    { tokens: 40, error: null },
  ],
  [
    { typed: '40', least: 30, balance: undefined },
    { tokens: 40, error: 'balance' },
  ],
] as const)('%o is %o', (given, cap) => {
  expect(capOf(given)).toEqual(cap)
})
