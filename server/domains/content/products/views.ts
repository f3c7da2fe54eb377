import type { ProductView, ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { availabilityOf } from '@vesper/sync/vesper/records/product.ts'
import type { ShownProduct } from '@vesper/sync/vesper/records/product.ts'
import type { App } from '../../../app.ts'
import { avatarUrl, productUrl } from '../../../infra/files/views.ts'
import type { AssetRelations } from '../assets/load-asset-relations.ts'
import { assetCard, assetView } from '../assets/views.ts'
import type { ProductRow } from './queries.ts'

/** The part of a product that a cart shows. */
export function shownProduct(row: Omit<ProductRow, 'productId' | 'updatedAt'>): ShownProduct {
  return {
    name: row.name,
    type: row.type,
    price: row.price,
    ...availabilityOf(row.stock),
    ...{ limitPerBuyer: row.limitPerBuyer, shipsTo: row.shipsTo, shippingPrice: row.shippingPrice },
    picture: productUrl(row.picture),
    performer: {
      _id: row.performerId,
      name: row.performerName,
      username: row.performerUsername,
      avatar: avatarUrl(row.performerAvatar),
    },
  }
}

/** A product in a list of the shop; null when the viewer may not know of it. */
export function shopProduct(app: Pick<App, 'secret' | 'clock'>, given: AssetRelations): ShopProduct | null {
  const card = assetCard(app, given)
  return card && { ...card, ...namesOf(card) }
}

/** A product on its page. */
export function productView(app: Pick<App, 'secret' | 'clock'>, given: AssetRelations): ProductView | null {
  const view = assetView(app, given)
  return view && { ...view, ...namesOf(view) }
}

/** The names that carts have for fields of an asset. */
function namesOf({ title, type, cover }: Pick<AssetCard, 'title' | 'type' | 'cover'>) {
  return { name: title, type: type ?? 'physical', picture: cover?.url ?? null }
}
