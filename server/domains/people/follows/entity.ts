import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** An account follows a creator. */
export const Follow = defineEntity({
  name: 'Follow',
  tableName: 'follow',
  indexes: [{ properties: ['performerId', 'createdAt'] }, { properties: ['followerId', 'createdAt'] }],
  properties: {
    followerId: p.uuid().primary(),
    performerId: p.uuid().primary(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type Follow = InferEntity<typeof Follow>
