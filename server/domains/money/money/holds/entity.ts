import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * Tokens of one account of the ledger that are kept for a payment whose amount is not known yet. The rows of a group are one
 * hold: given tokens, and bought ones. While it is open they count in `held` of the account and cannot be spent.
 */
export const MoneyHold = defineEntity({
  name: 'MoneyHold',
  tableName: 'money_hold',
  indexes: [{ properties: ['expiresAt'], name: 'money_hold_open_index', where: "state = 'open'" }],
  checks: [
    { name: 'money_hold_amount_check', expression: 'amount > 0' },
    { name: 'money_hold_captured_check', expression: 'captured >= 0 and captured <= amount' },
  ],
  properties: {
    /** The payment that it is for; the charge has the same id. */
    groupId: p.uuid().primary(),
    accountId: p.bigint('string').primary(),
    /** The owner of the account. */
    userId: p.uuid(),
    /** The creator who will be paid, and the most tokens that the payment can come to: these count against limits of the fan. */
    performerId: p.uuid().nullable(),
    cap: p.integer().nullable(),
    amount: p.integer(),
    /** The part that was paid; the rest was released. */
    captured: p.integer().default(0),
    state: p.enum(['open', 'captured', 'released'] as const).default('open'),
    /** When it is released by itself: the last defence against tokens that nobody gives back. */
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
  },
})

export type MoneyHold = InferEntity<typeof MoneyHold>
