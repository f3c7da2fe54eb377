import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { kindsWith } from '@vesper/sync/vesper/records/things.ts'
import { v7 } from 'uuid'

/** The right of an account to one thing of a creator, whoever else may see it. It is never deleted: it can be revoked. */
export const Entitlement = defineEntity({
  name: 'Entitlement',
  tableName: 'entitlement',
  uniques: [{ properties: ['userId', 'objectType', 'objectId'] }],
  indexes: [{ properties: ['userId', 'performerId'] }, { properties: ['objectId'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    /** The author of the object. */
    performerId: p.uuid(),
    objectType: p.enum(kindsWith('own')),
    objectId: p.uuid(),
    source: p.enum(['purchase', 'gift'] as const),
    grantedAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})

/** The right of an account to all that a creator shows to members, until `accessUntil`. One row for each pair. */
export const Membership = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  uniques: [{ properties: ['userId', 'performerId'] }],
  indexes: [
    { properties: ['performerId', 'accessUntil'] },
    { properties: ['accessUntil'], name: 'membership_due_index', where: 'ended_at is null' },
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    performerId: p.uuid(),
    /** A `trial` ends by itself: nothing renews it. */
    kind: p.enum(['subscription', 'gift', 'trial'] as const),
    grantedAt: p.datetime(),
    /**
     * Its end, in the counted time of a clock that was set at `countedFrom`: pauses of the creator move it on. See `countedTime`.
     */
    accessUntil: p.datetime(),
    countedFrom: p.datetime(),
    /** When the devices of the account were told that it ran out. */
    endedAt: p.datetime().nullable(),
  },
})

export type Entitlement = InferEntity<typeof Entitlement>
export type Membership = InferEntity<typeof Membership>
