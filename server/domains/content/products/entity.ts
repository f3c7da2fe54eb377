import { assetSlugOf } from '@vesper/sync/vesper/records/asset.ts'
import { Asset } from '../assets/entity.ts'

/** The row of a product is an asset of the kind `product`. */
export const Product = Asset

/** A product under the names that the shop and carts have for its fields. */
export type Product = Pick<
  Asset,
  'id' | 'performerId' | 'description' | 'price' | 'status' | 'createdAt' | 'updatedAt'
> & {
  /** The title. */
  name: string
  type: 'physical' | 'digital'
  /** How many are left; null where there is no end of them. */
  stock: number | null
  limitPerBuyer?: number | null
  /** The countries that it is sent to; empty for all. */
  shipsTo?: string[]
  /** Tokens that sending adds to an order. */
  shippingPrice?: number
  /** The cover. */
  pictureFileId: string | null
}

/** The asset that a product is, for rows that are made past the shop. */
export function assetOf({ name: title, pictureFileId: coverFileId, ...product }: Product) {
  const slug = assetSlugOf({ _id: product.id, kind: 'product', title })
  const publishedAt = product.status === 'draft' ? null : product.createdAt
  return { ...product, kind: 'product' as const, title, slug, coverFileId, publishedAt }
}
