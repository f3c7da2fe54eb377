import { normalizeDigits } from '../../core/i18n/normalize-digits.ts'

/** The number of tokens that somebody typed, in digits of any keypad; null for anything but digits. */
export function parseTokens(typed: string): number | null {
  const digits = normalizeDigits(typed).trim()
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null
}
