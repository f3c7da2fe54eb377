/** An amount of cents in the words of the language: 2.95 as $2.95. */
export function formatMoney(cents: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100)
}

/** The cents that tokens are worth; `tokenValue` is the site's price of one. */
export function centsOfTokens(tokens: number, tokenValue: number): number {
  return tokens * Math.round(tokenValue * 100)
}
