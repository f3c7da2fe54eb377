import { POST_PRICE_MAX } from '@vesper/sync/records/post.ts'
import { latinDigits } from '../../latin-digits.ts'

/** `٫` is nothing but decimal, and `٬` nothing but grouping: it is left out with the rest. */
const OF_NO_PRICE = /[^\d.,،٫]/g
const GROUPING = /(?<digit>\d)[.,،](?=\d{3}(?!\d))/g

/**
 * What a field for a price (tokens) shows of what is in it: digits of any keypad, no more than the bound, and a decimal sign
 * with two digits behind it. Without the sign, these would make another price. A third says that the sign was a grouping
 * one, which is left out.
 */
export function typedPrice(typed: string): string {
  const price = latinDigits(typed).replace(OF_NO_PRICE, '').replace(/^0+/, '')
  const [, whole = '', rest = ''] = /^(\d*)((?:[.,،٫]\d{0,2})?)/.exec(price.replace(GROUPING, '$<digit>')) ?? []
  return `${Math.min(POST_PRICE_MAX, Number(whole)) || ''}${rest}`
}

/** The price (tokens) in such a field; 0 for none. */
export function priceIn(shown: string): number {
  return Number.parseInt(shown, 10) || 0
}
