import * as v from 'valibot'

/** Metals, units of account and codes for tests: money that nobody pays with. */
const NO_MONEY = /^X(?:A[GU]|B[ABCD]|DR|P[DT]|SU|TS|UA|XX)$/

/** Codes of ISO 4217 whose money has two decimals: all amounts are counted in hundredths. */
const currencies = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !NO_MONEY.test(code) && decimalsOf(code) === 2),
)

/** The currency of the site. */
export const Currency = v.pipe(
  v.string(),
  v.check(
    (code) => currencies.has(code),
    'Name a currency of ISO 4217 with two decimals, in capitals, such as USD or EUR.',
  ),
)

/** An amount of the currency in whole cents, such as 2.95. */
export const Money = v.pipe(
  v.number(),
  v.minValue(0, 'An amount is not below 0.'),
  v.maxValue(1_000_000, 'An amount is at most 1000000.'),
  v.check((amount) => Math.abs(Math.round(amount * 100) / 100 - amount) < 1e-9, 'An amount has at most two decimals.'),
)

function decimalsOf(currency: string): number | undefined {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
}
