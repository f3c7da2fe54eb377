import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { OrderFailure } from '../../../../infra/payments/order-kind.ts'

export const orderStatuses = ['created', 'open', 'paid', 'failed', 'expired', 'refunded', 'disputed', 'lost'] as const

/** All that makes an order the same when it is placed again. */
export type AskedOrder = { amount: number; terms: unknown; cardId: string | null; couponCode: string | null }

/**
 * Something that an account buys at the payment provider. `id` is made by the buyer, so that an order that is sent twice is
 * one. `created` has no page yet, or its card is being charged; `expired` becomes `paid` when the money came after all.
 */
export const PaymentOrder = defineEntity({
  name: 'PaymentOrder',
  tableName: 'payment_order',
  indexes: [
    { properties: ['userId', 'createdAt'] },
    { properties: ['paymentId'] },
    { properties: ['expiresAt'], name: 'payment_order_open_index', where: "status in ('created', 'open')" },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    kind: p.enum(['top-up', 'subscription'] as const),
    /** The price, in cents. */
    amount: p.integer(),
    /** ISO 4217. */
    currency: p.string().length(3),
    /** In the words of the pay page. */
    title: p.string().length(200),
    /** The page of the app that the pay page leads back to. */
    returnPath: p.string().length(100),
    /** The bought items, in the form of the order's kind. */
    terms: p.json<unknown>(),
    asked: p.json<AskedOrder>(),
    cardId: p.uuid().nullable(),
    /** Placed while its owner is away: a card that is refused does not count as an attempt of the account. */
    isRenewal: p.boolean().default(false),
    status: p.enum(orderStatuses).default('created'),
    failure: p.string().length(30).nullable().$type<OrderFailure | null>(),
    checkoutId: p.string().length(255).nullable().unique(),
    url: p.text().nullable(),
    paymentId: p.string().length(255).nullable(),
    /** Cents that were given back, by refunds. */
    refunded: p.integer().default(0),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    paidAt: p.datetime().nullable(),
  },
})

/** Money of an order that went back: by a refund, which may fail, or by a dispute, which may be won. */
export const PaymentReversal = defineEntity({
  name: 'PaymentReversal',
  tableName: 'payment_reversal',
  indexes: [{ properties: ['orderId'] }],
  properties: {
    /** The id of the refund or dispute at the provider. */
    id: p.string().length(255).primary(),
    orderId: p.uuid(),
    reason: p.enum(['refund', 'dispute'] as const),
    /** Cents. */
    amount: p.integer(),
    /** Cents that were with the payer before it. */
    before: p.integer(),
    status: p.enum(['open', 'done', 'failed', 'won', 'lost'] as const),
    /**
     * The goods that the order's kind took back for it, and gave again: an entry for each time. One object, of an earlier
     * version, is what was taken, unless a dispute that was won has given it again.
     */
    taken: p.json<object[] | object>(),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
  },
})

/** A card of an account that was refused. */
export const PaymentFailure = defineEntity({
  name: 'PaymentFailure',
  tableName: 'payment_failure',
  indexes: [{ properties: ['userId', 'failedAt'] }],
  properties: {
    /** Names the attempt: told twice, it is one. */
    id: p.string().length(255).primary(),
    userId: p.uuid(),
    failedAt: p.datetime(),
  },
})

/** An event of the payment provider that has come: told again, it is known. */
export const PaymentEvent = defineEntity({
  name: 'PaymentEvent',
  tableName: 'payment_event',
  properties: {
    id: p.string().length(255).primary(),
    type: p.string().length(100),
    objectId: p.string().length(255),
    receivedAt: p.datetime(),
  },
})

export type PaymentOrder = InferEntity<typeof PaymentOrder>
export type PaymentReversal = InferEntity<typeof PaymentReversal>
