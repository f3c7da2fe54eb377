import type { Product } from './entity.ts'

/** A product with its performer, as SQL gives it. Times are PostgreSQL's text. */
export type ProductRow = Pick<Product, 'name' | 'price' | 'type' | 'stock'> & {
  limitPerBuyer: number | null
  shipsTo: string[]
  shippingPrice: number
  productId: string
  picture: string | null
  performerId: string
  performerName: string
  performerUsername: string | null
  performerAvatar: string | null
  updatedAt: string
}
