import { POST_PRICE_MAX } from '@vesper/sync/records/post.ts'
import { latinDigits } from '../../latin-digits.ts'

const GROUPING = /[.,٬](?=\d{3}(?!\d))/g

/**
 * What a field for a price (tokens) shows of what is in it: digits of any keypad, no more than the bound, and a decimal
 * sign, which nothing is taken after. Without the sign, the digits behind it would make another price.
 */
export function typedPrice(typed: string): string {
  const [, whole = '', sign = ''] = /^([^.,٫]*)([.,٫]?)/.exec(latinDigits(typed).replace(GROUPING, '')) ?? []
  const price = Math.min(POST_PRICE_MAX, Number(whole.replace(/\D/g, '').slice(0, 6)))
  return `${price || ''}${sign}`
}

/** The price (tokens) in such a field; 0 for none. */
export function priceIn(shown: string): number {
  return Number.parseInt(shown, 10) || 0
}
