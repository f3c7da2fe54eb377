import type { Product } from './entity.ts'

/** Whether it can be bought, and so be seen by anyone. */
export function isOnSale(product: Pick<Product, 'status'>, performer: { isOpen: boolean }): boolean {
  return product.status === 'active' && performer.isOpen
}
