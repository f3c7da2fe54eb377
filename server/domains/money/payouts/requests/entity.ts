import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { openStates, payoutStates } from './states.ts'
import type { PayoutState } from './states.ts'

const OPEN = `status in (${openStates.map((state) => `'${state}'`).join(', ')})`

/**
 * Money that a creator asks for. `id` is made by the creator, so that a request that is sent twice is one. Amounts are
 * cents; `amount` is held in the ledger while the request is open.
 */
export const Payout = defineEntity({
  name: 'Payout',
  tableName: 'payout',
  indexes: [
    { properties: ['performerId', 'createdAt'] },
    { properties: ['status', 'updatedAt'] },
    { properties: ['status', 'createdAt', 'id'] },
  ],
  uniques: [{ properties: ['performerId'], name: 'payout_open_unique', where: OPEN }],
  checks: [{ name: 'payout_amount_check', expression: 'amount > fee and fee >= 0' }],
  properties: {
    id: p.uuid().primary(),
    performerId: p.uuid(),
    amount: p.integer(),
    /** The platform's, out of the amount. */
    fee: p.integer(),
    /** ISO 4217. */
    currency: p.string().length(3),
    method: p.enum(['stripe', 'bank'] as const),
    /** The end of the bank account; empty for an account at the provider. */
    last4: p.string().length(4).default(''),
    status: p.enum(payoutStates).default('pending'),
    note: p.text().default(''),
    reason: p.text().nullable(),
    /** Counts changes of the amount, each of which is a transfer. */
    revision: p.integer().default(0),
    /** Counts how often it was sent to the provider: each time under a key of its own. */
    attempt: p.integer().default(0),
    /** The account, the transfer and the payout at the provider, of the latest attempt. */
    accountId: p.string().length(255).nullable(),
    transferId: p.string().length(255).nullable(),
    gatewayId: p.string().length(255).nullable().unique(),
    /** Names the latest decision of staff: told twice, it is one. */
    decisionId: p.uuid().nullable(),
    timeline: p.json<{ status: PayoutState; at: string }[]>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type Payout = InferEntity<typeof Payout>
