import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A stall of a creator: a kind of things that exists in one test alone. */
export const Stall = defineEntity({
  name: 'Stall',
  tableName: 'stall',
  properties: {
    id: p.uuid().primary(),
    performerId: p.uuid(),
    title: p.text(),
    /** Tokens; 0 for a stall that is open to all. */
    price: p.integer(),
    isHidden: p.boolean().default(false),
  },
})

export type Stall = InferEntity<typeof Stall>
