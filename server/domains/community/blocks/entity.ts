import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A creator blocks an account. */
export const Block = defineEntity({
  name: 'Block',
  tableName: 'block',
  indexes: [{ properties: ['userId'] }, { properties: ['performerId', 'createdAt'] }],
  properties: {
    performerId: p.uuid().primary(),
    userId: p.uuid().primary(),
    /** For the eye of the creator alone. */
    reason: p.string().length(200).default(''),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type Block = InferEntity<typeof Block>
