import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity, TriggerDef } from '@mikro-orm/core'
import { chargeTypes } from '@vesper/sync/vesper/api/charges.ts'
import { v7 } from 'uuid'

/** The trigger by which a row joins the sums of its day, where that day is folded already. */
function joinsFoldedDay(table: 'charge' | 'charge_refund'): TriggerDef {
  return {
    ...{ name: `${table}_joins_day`, timing: 'after', events: ['insert'] },
    expression: `create trigger ${table}_joins_day after insert on "${table}" for each row execute function ${table}_join_day()`,
  }
}

/**
 * One payment to a creator: out of a wallet, or by card with an order. The `id` of one out of a wallet is made by the payer,
 * so that a payment that is sent twice is one. A payment by card counts cents in the place of tokens, each worth one cent.
 * The rates are those of its day; `tax`, `share` and `revenue` are in 1/10,000 of the currency and sum to the price.
 */
export const Charge = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  triggers: [joinsFoldedDay('charge')],
  indexes: [
    { properties: ['createdAt'] },
    { properties: ['performerId', 'availableAt'], name: 'charge_pending_index', where: "state = 'pending'" },
    { properties: ['fanId', 'createdAt'] },
    { properties: ['performerId', 'createdAt'] },
    { properties: ['performerId', 'availableAt'] },
    { properties: ['performerId', 'share'] },
    { properties: ['disputeId'] },
    { properties: ['createdAt', 'id'], name: 'charge_returned_index', where: "status <> 'done'" },
    { properties: ['availableAt'], name: 'charge_due_index', where: "state = 'pending'" },
  ],
  properties: {
    id: p.uuid().primary(),
    fanId: p.uuid(),
    performerId: p.uuid(),
    type: p.enum(chargeTypes),
    /** The thing that is paid for; of a tip, the creator; of a term, its subscription. */
    targetId: p.uuid(),
    /** The order at the provider that a card paid; null for a payment out of a wallet. */
    orderId: p.uuid().nullable().unique(),
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
    /** The refunded amounts: tokens, and the creator's part of the money. */
    refundedTokens: p.integer().default(0),
    refundedShare: p.bigint('number').default(0),
    /** The state of the creator's earnings from it: they can be paid out once `available`. */
    state: p.enum(['pending', 'available', 'paid', 'reversed'] as const).default('pending'),
    /** Null while it waits for an order to be complete. */
    availableAt: p.datetime().nullable(),
    /** The dispute about the tokens that paid it, which keeps what was earned from becoming free. */
    disputeId: p.string().length(255).nullable(),
    /** The payout that paid it. */
    payoutId: p.uuid().nullable().index(),
    message: p.string().length(200).default(''),
    /** The line of the creator's menu that a tip has bought, with its title as it was. */
    itemId: p.uuid().nullable(),
    item: p.string().length(60).nullable(),
    /** Connected seconds of a show that it pays for. */
    seconds: p.integer().nullable(),
    transferId: p.uuid(),
    /** The number of the receipt, in the order of the payments. */
    number: p.bigint('number').autoincrement(),
    createdAt: p.datetime(),
  },
})

/**
 * Tokens that were given back, in whole or in part; `id` names the request. It is never changed, and says who decided and
 * why.
 */
export const ChargeRefund = defineEntity({
  name: 'ChargeRefund',
  tableName: 'charge_refund',
  triggers: [
    {
      ...{ name: 'charge_refund_fixed', timing: 'before', events: ['update', 'delete'] },
      expression:
        'create trigger charge_refund_fixed before update or delete on "charge_refund" for each row execute function money_refuse_change()',
    },
    joinsFoldedDay('charge_refund'),
  ],
  uniques: [{ properties: ['key'] }],
  indexes: [{ properties: ['chargeId'] }, { properties: ['createdAt'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    key: p.string().length(100),
    chargeId: p.uuid(),
    /** All tokens of it, and the part of them that the fan had been given. */
    tokens: p.integer(),
    granted: p.integer(),
    tax: p.bigint('number'),
    share: p.bigint('number'),
    revenue: p.bigint('number'),
    reason: p.string().length(200),
    /** The account that acted; null for the operator and for what the platform does by itself. */
    actorId: p.uuid().nullable(),
    transferId: p.uuid(),
    createdAt: p.datetime(),
  },
})

export type ChargeRefund = InferEntity<typeof ChargeRefund>
export type Charge = InferEntity<typeof Charge>
