import { LINE_QUANTITY_MAX } from '@vesper/sync/vesper/records/cart-line.ts'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'

/** Where a line is no longer what its user put into the cart. */
export type Difference =
  | { kind: 'unavailable' }
  | { kind: 'sold-out' }
  | { kind: 'fewer'; left: number }
  | { kind: 'price'; was: number; is: number }

/** The changes of a line; the price of an unavailable product does not matter. */
export function lineChangesOf({ quantity, priceSeen, product, isAvailable }: CartLine): Difference[] {
  const { price, left } = product
  if (!isAvailable) return [{ kind: 'unavailable' }]
  if (left === 0) return [{ kind: 'sold-out' }]
  const found: Difference[] = []
  if (left !== null && left < quantity) found.push({ kind: 'fewer', left })
  if (price !== priceSeen) found.push({ kind: 'price', was: priceSeen, is: price })
  return found
}

/** How many of what is wanted can be had. */
export function obtainable({ quantity, product, isAvailable }: CartLine): number {
  if (!isAvailable) return 0
  return Math.min(quantity, product.left ?? quantity)
}

/** How many of a product a cart may have: a file once, and no more than one buyer may have. */
export function mostOf({
  type,
  left,
  limitPerBuyer,
}: Pick<CartLine['product'], 'type' | 'left' | 'limitPerBuyer'>): number {
  if (type === 'digital') return 1
  return Math.min(left ?? LINE_QUANTITY_MAX, limitPerBuyer ?? LINE_QUANTITY_MAX, LINE_QUANTITY_MAX)
}
