import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import { isOnSale } from '../../content/products/policy.ts'
import { shownProduct } from '../../content/products/views.ts'
import type { CartRow } from './queries.ts'

/** A line for the user whose cart it is in. A product that is no longer sold shows only its former facts. */
export function cartLineView(row: CartRow): CartLine {
  const { productId, userId, quantity, priceSeen } = row
  const isAvailable = isOnSale(row, { isOpen: row.performerIsOpen })
  const product = shownProduct(isAvailable ? row : { ...row, price: priceSeen, stock: 0 })
  return {
    _id: productId,
    userId,
    quantity,
    priceSeen,
    product,
    ...{ isAvailable, sellerKind: row.sellerKind },
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
