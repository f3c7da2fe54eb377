import type { User } from '../accounts/entity.ts'
import type { Product } from './entity.ts'

/** Whether it can be bought, and so be seen by anyone. */
export function isOnSale(product: Pick<Product, 'status'>, performer: Pick<User, 'status'>): boolean {
  return product.status === 'active' && performer.status === 'active'
}
