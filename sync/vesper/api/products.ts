import * as v from 'valibot'
import { AssetCard, AssetView, ProductType } from '../records/asset.ts'
import { listOf, listQuery, uuid } from './fields.ts'
import { Tag } from './tags.ts'

/** The names that carts have for fields of a product: its title, and the address of its cover. */
const shown = { name: v.string(), type: ProductType, picture: v.nullable(v.string()) }

/** A product in a list: the card of an asset. */
export const ShopProduct = v.object({ ...AssetCard.entries, ...shown })

/** A product on its page: the view of an asset. */
export const ProductView = v.object({ ...AssetView.entries, ...shown })

/** Products on sale, those of one creator with `performerId`; `q` is looked for in their names. */
export const ProductSearch = v.object({
  ...listQuery(['updatedAt', 'createdAt', 'name', 'title', 'price', 'publishedAt', 'popular']).entries,
  performerId: v.optional(v.pipe(uuid, v.toLowerCase())),
  tag: v.optional(Tag),
})

export const ProductList = listOf(ShopProduct)

export type ShopProduct = v.InferOutput<typeof ShopProduct>
export type ProductView = v.InferOutput<typeof ProductView>
