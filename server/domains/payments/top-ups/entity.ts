import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * Tokens that an account buys at the payment provider. `id` is made by the buyer, so that an order that is sent twice is one.
 * `created` has no checkout yet; `expired` becomes `paid` when the money came after all.
 */
export const TopUp = defineEntity({
  name: 'TopUp',
  tableName: 'top_up',
  indexes: [
    { properties: ['userId', 'createdAt'] },
    { properties: ['expiresAt'], name: 'top_up_open_index', where: "status in ('created', 'open')" },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    tokens: p.integer(),
    /** Tokens on top that the platform gives. */
    bonus: p.integer(),
    tokenCents: p.integer(),
    /** Cents. */
    amount: p.integer(),
    /** ISO 4217. */
    currency: p.string().length(3),
    status: p.enum(['created', 'open', 'paid', 'expired'] as const).default('created'),
    checkoutId: p.string().length(255).nullable().unique(),
    url: p.text().nullable(),
    paymentId: p.string().length(255).nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    paidAt: p.datetime().nullable(),
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

export type TopUp = InferEntity<typeof TopUp>
