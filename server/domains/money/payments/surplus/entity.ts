import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * A payment that buys nothing: a second one of an order, or one for goods that cannot be given any more. It is `open` until its money is back with the payer: by a refund, or
 * by a dispute, which may be won. A refund that failed waits for the operator: the card takes no money any more.
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
    status: p.enum(['open', 'refunded', 'failed', 'disputed'] as const).default('open'),
    /** Refunds of it that have failed. */
    failures: p.integer().default(0),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
  },
})

export type SurplusPayment = InferEntity<typeof SurplusPayment>
