import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { Limits, Raises } from '@vesper/sync/vesper/records/budget.ts'

/** The limits that a fan has set, in cents; null for none. `raises` are limits that will be higher. */
export const Budget = defineEntity({
  name: 'Budget',
  tableName: 'budget',
  properties: {
    userId: p.uuid().primary(),
    limits: p.json<Limits>(),
    raises: p.json<Raises>(),
    /** Counts its changes. */
    version: p.integer(),
    updatedAt: p.datetime(),
  },
})

export type Budget = InferEntity<typeof Budget>
