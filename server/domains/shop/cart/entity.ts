import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A product in a user's cart. It reserves nothing: price and stock are looked at when it is ordered. */
export const CartLine = defineEntity({
  name: 'CartLine',
  tableName: 'cart_line',
  indexes: [{ properties: ['productId'] }],
  properties: {
    userId: p.uuid().primary(),
    productId: p.uuid().primary(),
    quantity: p.integer(),
    /** The price in tokens that the user last agreed to. */
    priceSeen: p.integer(),
    updatedAt: p.datetime(),
  },
})

export type CartLine = InferEntity<typeof CartLine>
