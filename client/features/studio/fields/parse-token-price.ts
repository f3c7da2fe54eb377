import { POST_PRICE_MAX } from '@vesper/sync/vesper/records/post.ts'
import { normalizeDigits } from '../../../core/i18n/normalize-digits.ts'

/**
 * The price in whole tokens that somebody typed, in digits of any keypad, at most the bound. 0 for none; null for anything but
 * digits: a sign between digits groups them in one language and begins a fraction in another.
 */
export function parseTokenPrice(typed: string): number | null {
  const digits = normalizeDigits(typed).trim()
  return /^\d*$/.test(digits) ? Math.min(POST_PRICE_MAX, Number(digits)) : null
}
