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

test.each(['EUR', 'USD'])(
  'in Arabic, an amount below nothing of %s has its parts in the order of others',
  (currency) => {
    const [sign, above] = [currency === 'USD' ? 'US$\u200E' : '€', formatAmount(0.5, 'ar', { currency })]
    const below = formatAmount(-0.5, 'ar', { currency, signDisplay: 'negative' })
    expect(above).toBe(`\u200F0.50\u00A0${sign}`)
    // Without the isolation, the minus sign turns the whole amount round.
    expect(below).toBe(`\u200F\u2066-0.50\u2069\u00A0${sign}`)
  },
)

test('in a language from left to right, an amount below nothing has no marks', () => {
  expect(formatAmount(-1234.5, 'en', { currency: 'USD' })).toBe('-$1,234.50')
})

test('a rounded nothing has no sign, where the format says so', () => {
  expect(formatAmount(-0.001, 'en', { currency: 'USD', signDisplay: 'negative' })).toBe('$0.00')
})
