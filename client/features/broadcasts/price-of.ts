import { MESSAGE_PRICE_MAX } from '@vesper/sync/vesper/records/message.ts'
import { parseWhole } from '../../core/forms/parse-whole.ts'

/** The tokens of a typed price, 0 for an empty one; null for a text that is no price of a message. */
export function priceOf(text: string): number | null {
  return text.trim() === '' ? 0 : parseWhole(text, { least: 0, most: MESSAGE_PRICE_MAX })
}

/** The text that a field shows for a price. */
export function priceText(price: number): string {
  return price === 0 ? '' : String(price)
}
