import { normalizeDigits } from '../i18n/normalize-digits.ts'

/** More than anything costs. */
const ANY = { least: 0, most: 9_999_999 }

/** The whole number that somebody typed, in digits of any keypad and within bounds; null for all else. */
export function parseWhole(typed: string, { least, most } = ANY): number | null {
  const digits = normalizeDigits(typed).trim()
  if (!/^\d{1,9}$/.test(digits)) return null
  const value = Number(digits)
  return value >= least && value <= most ? value : null
}
