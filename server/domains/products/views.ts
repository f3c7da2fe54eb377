import type { ProductView } from '@vesper/sync/vesper/api/products.ts'
import type { ShownProduct } from '@vesper/sync/vesper/records/product.ts'
import { avatarUrl, productUrl } from '../../infra/files/views.ts'
import type { ProductRow } from './queries.ts'

/** What a shop and a cart show of a product. */
export function shownProduct(
  row: Omit<ProductRow, 'productId' | 'description' | 'createdAt' | 'updatedAt'>,
): ShownProduct {
  return {
    name: row.name,
    type: row.type,
    price: row.price,
    stock: row.stock,
    picture: productUrl(row.picture),
    performer: {
      _id: row.performerId,
      name: row.performerName,
      username: row.performerUsername,
      avatar: avatarUrl(row.performerAvatar),
    },
  }
}

/** A product as anyone may see it. */
export function productView(row: ProductRow): ProductView {
  return {
    _id: row.productId,
    ...shownProduct(row),
    description: row.description,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
