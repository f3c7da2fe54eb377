import * as v from 'valibot'
import { Price, ShownProduct } from './product.ts'
import { SellerKind } from './seller-kind.ts'

export const CART_LINES_MAX = 100
export const LINE_QUANTITY_MAX = 99

/**
 * A line of a cart; its id is the product's, so that a product has one line on all devices. `product` is as it is now,
 * `priceSeen` what its user last agreed to: where the two differ, that is shown.
 */
export const CartLine = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  /** The account that owns the cart. */
  userId: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LINE_QUANTITY_MAX)),
  priceSeen: Price,
  product: ShownProduct,
  /** False when it is no longer sold: price and picture are the last that could be seen. */
  isAvailable: v.boolean(),
  /** How its creator sells; null where that was not told, undefined until the server has answered. */
  sellerKind: v.optional(v.nullable(SellerKind)),
  updatedAt: v.string(),
})

export type CartLine = v.InferOutput<typeof CartLine>
