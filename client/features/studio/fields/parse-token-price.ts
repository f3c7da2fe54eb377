import { POST_PRICE_MAX } from '@vesper/sync/vesper/records/post.ts'
import { latinDigits } from '../../../core/i18n/normalize-digits.ts'

/** `٫` is nothing but decimal, and `٬` nothing but grouping: it is left out with the rest. */
const OF_NO_PRICE = /[^\d.,،٫]/g
const GROUPING = /(?<digit>\d)[.,،](?=\d{3}(?!\d))/g

/**
 * The price (tokens) that somebody typed, in digits of any keypad, no more than the bound; 0 for none. Three digits behind a
 * sign say that it groups them. Behind any other it is decimal, and what follows is no part of the price.
 */
export function typedPrice(typed: string): number {
  const price = digitsAndSigns(typed).replace(/^0+/, '')
  return Math.min(POST_PRICE_MAX, Number.parseInt(price.replace(GROUPING, '$<digit>'), 10) || 0)
}

/** Whether a sign stands between digits: it groups them, or begins a fraction. */
export function hasSignBetweenDigits(typed: string): boolean {
  return /\d[.,،٫]\d/.test(digitsAndSigns(typed))
}

function digitsAndSigns(typed: string): string {
  return latinDigits(typed).replace(OF_NO_PRICE, '')
}
