import type { Product } from './entity.ts'

/** True when the product can be bought. */
export function isOnSale(product: Pick<Product, 'status'>, performer: { isOpen: boolean }): boolean {
  return product.status === 'active' && performer.isOpen
}
