import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** Something that a performer sells. */
export const Product = defineEntity({
  name: 'Product',
  tableName: 'product',
  indexes: [{ properties: ['performerId', 'status'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    /** The performer's user id. */
    performerId: p.uuid(),
    name: p.string().length(120),
    description: p.text().default(''),
    /** Tokens. */
    price: p.integer(),
    type: p.enum(['physical', 'digital'] as const),
    /** How many are left; null where there is no end of them. */
    stock: p.integer().nullable(),
    /** A draft has never been on sale; what was taken from sale is archived, since carts and orders still show it. */
    status: p.enum(['draft', 'active', 'archived'] as const).default('draft'),
    pictureFileId: p.uuid().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Product = InferEntity<typeof Product>
