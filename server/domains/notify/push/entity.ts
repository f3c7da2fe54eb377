import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { PushKind, PushPayload, WipePush } from '@vesper/sync/vesper/api/push.ts'

/** Where a browser takes push messages for one session; it ends with the session. */
export const PushSubscription = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscription',
  indexes: [{ properties: ['userId'] }],
  uniques: [{ properties: ['sessionId'] }, { properties: ['endpoint'] }],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    sessionId: p.uuid(),
    endpoint: p.string().length(1000),
    p256dh: p.string().length(100),
    auth: p.string().length(40),
    kinds: p.array().$type<PushKind[]>(),
    /** Calls in a row that the push service did not answer in time. */
    timeouts: p.integer().default(0),
    createdAt: p.datetime(),
    /** The key of VAPID_PRIVATE_KEY that the browser subscribed to, 8 characters; null: of an earlier version, the last of them. */
    keyId: p.string().length(8).nullable(),
  },
})

/** A push message that waits. A later one of the same topic takes its place. */
export const PushDelivery = defineEntity({
  name: 'PushDelivery',
  tableName: 'push_delivery',
  indexes: [{ properties: ['dueAt'] }],
  properties: {
    subscriptionId: p.uuid().primary(),
    topic: p.string().length(32).primary(),
    payload: p.json<PushPayload | WipePush>(),
    attempts: p.integer().default(0),
    dueAt: p.datetime(),
  },
})

export type PushSubscription = InferEntity<typeof PushSubscription>
