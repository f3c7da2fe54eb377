import { numberFormat } from './number-format.ts'

/** Keeps the letters and the sign of `US$` in this order, in a line that runs from right to left. */
const LEFT_TO_RIGHT_MARK = '\u200E'

/** A number with its minus sign, which Intl has turn the whole amount round in a line that runs from right to left. */
const MARKED_NUMBER = /\u200E(-[\d.,]+)/
/** The number alone runs from left to right. */
const ISOLATED_NUMBER = '\u2066$1\u2069'

/** An amount of cents in the words of the language: 2.95 as $2.95. */
export function formatMoney(cents: number, currency: string, locale: string): string {
  return formatAmount(cents / 100, locale, { currency })
}

/** An amount of whole and parts of the currency, in the words of the language. */
export function formatAmount(
  amount: number,
  locale: string,
  format: Pick<Intl.NumberFormatOptions, 'currency' | 'signDisplay'>,
): string {
  const parts = numberFormat(locale, { style: 'currency', ...format }).formatToParts(amount)
  return parts
    .map(({ type, value }) => (type === 'currency' && /[A-Z]\p{Sc}/u.test(value) ? value + LEFT_TO_RIGHT_MARK : value))
    .join('')
    .replace(MARKED_NUMBER, ISOLATED_NUMBER)
}

/** The cents that tokens are worth; `tokenValue` is the site's price of one. */
export function centsOfTokens(tokens: number, tokenValue: number): number {
  return tokens * Math.round(tokenValue * 100)
}
