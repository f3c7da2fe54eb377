import type { ProductView } from '@vesper/sync/vesper/api/products.ts'
import { assetSlugOf } from '@vesper/sync/vesper/records/asset.ts'
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
  const [createdAt, updatedAt] = [row.createdAt, row.updatedAt].map((time) => new Date(time).toISOString()) as [
    string,
    string,
  ]
  const shown = shownProduct(row)
  const { productId: _id, name: title } = row
  return {
    ...{ _id, kind: 'product', title, slug: assetSlugOf({ _id, kind: 'product', title }), status: 'active' },
    ...shown,
    performer: { ...shown.performer, isPerformer: true },
    ...{ access: 'public', isLocked: false, tags: [], likes: 0, comments: 0, views: 0 },
    cover: shown.picture === null ? null : { url: shown.picture, width: 640, height: 640, placeholder: null },
    ...{ photoCount: null, durationMs: null, file: null, thumbnail: null, teaser: null, participants: [] },
    ...{ galleryId: null, position: null, limitPerBuyer: null },
    ...{ description: row.description, publishedAt: createdAt, createdAt, updatedAt },
  }
}
