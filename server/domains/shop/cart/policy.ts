import type { Product } from '../../content/products/entity.ts'

/** A product in a cart shows itself though it is no longer sold; one that never was on sale is nobody's business. */
export function mayHold(product: Pick<Product, 'status'>): boolean {
  return product.status === 'active' || product.status === 'archived'
}
