import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * A second payment for an order that was paid already. It is `open` until its money is back with the payer: by a refund, or
 * by a dispute, which may be won.
 */
export const SurplusPayment = defineEntity({
  name: 'SurplusPayment',
  tableName: 'surplus_payment',
  indexes: [{ properties: ['orderId'] }],
  properties: {
    /** The payment's id at the provider. */
    id: p.string().length(255).primary(),
    orderId: p.uuid(),
    /** Cents of the order's currency. */
    amount: p.integer(),
    status: p.enum(['open', 'refunded', 'disputed'] as const).default('open'),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
  },
})

export type SurplusPayment = InferEntity<typeof SurplusPayment>
