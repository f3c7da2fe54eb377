import * as v from 'valibot'
import { ShownProduct } from '../records/product.ts'
import { listOf, listQuery, uuid } from './fields.ts'

/** A product as anyone may see it. */
export const ProductView = v.object({
  _id: uuid,
  ...ShownProduct.entries,
  description: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

/** Products on sale, those of one creator with `performerId`; `q` is looked for in their names. */
export const ProductSearch = v.object({
  ...listQuery(['updatedAt', 'createdAt', 'name', 'price']).entries,
  performerId: v.optional(v.pipe(uuid, v.toLowerCase())),
})

export const ProductList = listOf(ProductView)

export type ProductView = v.InferOutput<typeof ProductView>
