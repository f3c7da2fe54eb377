import { expect, test } from 'vitest'
import { formatAmount, formatMoney } from './format-money.ts'

test.each([
  ['en', 'USD', '$5.00'],
  ['en', 'EUR', '€5.00'],
  ['ar', 'EUR', '\u200F5.00\u00A0€'],
  // Without the mark at the end, a line from right to left shows $US.
  ['ar', 'USD', '\u200F5.00\u00A0US$\u200E'],
])('in %s, cents of %s are %j', (locale, currency, text) => {
  expect(formatMoney(500, currency, locale)).toBe(text)
})

test('a rounded nothing has no sign, where the format says so', () => {
  expect(formatAmount(-0.001, 'en', { currency: 'USD', signDisplay: 'negative' })).toBe('$0.00')
})
