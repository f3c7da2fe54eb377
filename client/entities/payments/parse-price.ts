import { normalizeDigits } from '../../core/i18n/normalize-digits.ts'

/** The cents of a price that somebody typed, in digits of any keypad; null for none, undefined for what is no price. */
export function parsePrice(typed: string): number | null | undefined {
  const text = normalizeDigits(typed).trim().replace(/[,٫]/, '.')
  if (text === '') return null
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined
}

/** The text of a price in cents, as it can be typed. */
export function priceText(cents: number): string {
  return (cents / 100).toFixed(2)
}
