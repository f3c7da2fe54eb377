import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { SUBSCRIPTION_STATUSES, SUBSCRIPTION_TYPES, TERMS } from '@vesper/sync/vesper/records/subscription.ts'
import { v4, v7 } from 'uuid'

/**
 * The price of one term from a moment on, in cents; null takes the term off sale. The latest row of a term holds. A row is
 * never changed: subscribers keep the one that they agreed to.
 */
export const SubscriptionPrice = defineEntity({
  name: 'SubscriptionPrice',
  tableName: 'subscription_price',
  indexes: [{ properties: ['performerId', 'term', 'createdAt'] }],
  triggers: [
    {
      ...{ name: 'subscription_price_fixed', timing: 'before', events: ['update', 'delete'] },
      expression:
        'create trigger subscription_price_fixed before update or delete on "subscription_price" for each row execute function money_refuse_change()',
    },
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    performerId: p.uuid(),
    term: p.enum(TERMS),
    amount: p.integer().nullable(),
    currency: p.string().length(3),
    createdAt: p.datetime(),
  },
})

/**
 * An account's subscription to a creator. One that is not over is the only one of its pair. `paidThrough`, `graceUntil`,
 * `accessUntil`, `dueAt` and `remindAt` are in the time of its clock, which stands still while the creator rests: they are
 * compared with `clockOf` or `clockSql`, never with the present.
 */
export const Subscription = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  uniques: [{ properties: ['userId', 'performerId'], name: 'subscription_open_unique', where: 'ended_at is null' }],
  indexes: [
    { properties: ['userId', 'createdAt'] },
    { properties: ['performerId', 'createdAt'] },
    { properties: ['performerId', 'updatedAt'] },
    { properties: ['performerId', 'paidThrough'] },
    { properties: ['dueAt'], name: 'subscription_due_index', where: 'ended_at is null' },
    { properties: ['cardId'], name: 'subscription_card_index', where: 'card_id is not null and ended_at is null' },
    { properties: ['orderId'], name: 'subscription_order_index', where: 'order_id is not null' },
    { properties: ['remindAt'], name: 'subscription_remind_index', where: 'remind_at is not null' },
  ],
  triggers: [
    {
      ...{ name: 'subscription_is_counted', timing: 'after', events: ['insert', 'update', 'delete'] },
      expression:
        'create trigger subscription_is_counted after insert or delete or update of "performer_id", "status", "type", "months", "ended_at" on "subscription" for each row execute function subscription_count()',
    },
  ],
  properties: {
    /** The `_id` of its first purchase. */
    id: p.uuid().primary(),
    userId: p.uuid(),
    performerId: p.uuid(),
    type: p.enum(SUBSCRIPTION_TYPES),
    /** The price of a term that the subscriber agreed to, in cents, and its row; of a free one 0 and null. */
    price: p.integer(),
    priceId: p.uuid().nullable(),
    currency: p.string().length(3),
    status: p.enum(SUBSCRIPTION_STATUSES),
    autoRenew: p.boolean(),
    source: p.enum(['wallet', 'card'] as const).nullable(),
    /** The saved card that renews it. */
    cardId: p.uuid().nullable(),
    /** The order that is to pay its first term, or the next one; null where none is under way. */
    orderId: p.uuid().nullable(),
    /** Names the next renewal, so that it is charged once. Nobody can guess it and use it for something else. */
    renewalId: p.uuid().onCreate(() => v4()),
    /** Terms are counted in whole months from here; `paidThrough` is `months` later. */
    anchor: p.datetime(),
    months: p.integer(),
    paidThrough: p.datetime(),
    /** Time that is given until a renewal is paid; null where none follows. */
    graceUntil: p.datetime().nullable(),
    /** The later of both. Access ends with it, whatever the status. */
    accessUntil: p.datetime(),
    /** When the renewal, its next retry, or the end is due. */
    dueAt: p.datetime(),
    problem: p.enum(['tokens', 'card', 'card-unusable', 'authentication', 'creator'] as const).nullable(),
    remindAt: p.datetime().nullable(),
    /** The end of the term whose renewal the fan was told to be beyond a limit. */
    limitToldFor: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/**
 * How many of a creator's subscriptions that have begun have a status; a trigger keeps it. A transaction counts in the slot of
 * its connection, so that two that begin at once seldom wait for each other: the sum of the slots is the count, and a slot
 * alone may be below 0.
 */
export const SubscriberCount = defineEntity({
  name: 'SubscriberCount',
  tableName: 'subscriber_count',
  properties: {
    performerId: p.uuid().primary(),
    status: p.enum(SUBSCRIPTION_STATUSES).primary(),
    /** A free one that is not over. */
    isFree: p.boolean().primary(),
    slot: p.integer().primary(),
    count: p.integer(),
  },
})

/**
 * One term of a subscription, paid or given. Its `id` is that of the charge that paid for it, so that a term is paid once. It
 * keeps the consent of its buyer; a renewal has none of its own. It begins and ends in the time of the subscription's clock.
 */
export const SubscriptionPeriod = defineEntity({
  name: 'SubscriptionPeriod',
  tableName: 'subscription_period',
  uniques: [{ properties: ['subscriptionId', 'number'] }],
  properties: {
    id: p.uuid().primary(),
    subscriptionId: p.uuid(),
    /** Counts from 1. */
    number: p.integer(),
    type: p.enum(SUBSCRIPTION_TYPES),
    /** The cents that were paid; a coupon may have lowered them. */
    price: p.integer(),
    currency: p.string().length(3),
    source: p.enum(['wallet', 'card'] as const).nullable(),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    /** The version of the terms that were agreed to. */
    consent: p.string().length(20).nullable(),
    createdAt: p.datetime(),
  },
})

export type SubscriptionPrice = InferEntity<typeof SubscriptionPrice>
export type Subscription = InferEntity<typeof Subscription>
export type SubscriptionPeriod = InferEntity<typeof SubscriptionPeriod>
