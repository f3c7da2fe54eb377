import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * One payment out of a wallet. `id` is made by the payer, so that a payment that is sent twice is one. The rates are those
 * of its day; `tax`, `share` and `revenue` are in 1/10,000 of the currency and sum to what the tokens are worth.
 */
export const Charge = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  indexes: [
    { properties: ['fanId', 'createdAt'] },
    { properties: ['performerId', 'createdAt'] },
    { properties: ['availableAt'], name: 'charge_due_index', where: "state = 'pending'" },
  ],
  properties: {
    id: p.uuid().primary(),
    fanId: p.uuid(),
    performerId: p.uuid(),
    type: p.enum(['tip', 'feed'] as const),
    /** The thing that is paid for; of a tip, the creator. */
    targetId: p.uuid(),
    /** All tokens of it, and the part of them that the fan was given. */
    tokens: p.integer(),
    granted: p.integer(),
    tokenCents: p.integer(),
    taxBps: p.integer(),
    commissionBps: p.integer(),
    tax: p.bigint('number'),
    share: p.bigint('number'),
    revenue: p.bigint('number'),
    status: p.enum(['done', 'refunded', 'reversed'] as const).default('done'),
    /** What the creator has earned with it: it can be paid out once it is `available`. */
    state: p.enum(['pending', 'available', 'paid', 'reversed'] as const).default('pending'),
    availableAt: p.datetime(),
    message: p.string().length(200).default(''),
    transferId: p.uuid(),
    createdAt: p.datetime(),
  },
})

export type Charge = InferEntity<typeof Charge>
