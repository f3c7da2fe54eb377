import { normalizeDigits } from '../../../core/i18n/normalize-digits.ts'

/** A whole number within bounds, in any digits; null for all else. */
export function parseWhole(typed: string, { least, most }: { least: number; most: number }): number | null {
  const digits = normalizeDigits(typed).trim()
  if (!/^\d{1,9}$/.test(digits)) return null
  const value = Number(digits)
  return value >= least && value <= most ? value : null
}
