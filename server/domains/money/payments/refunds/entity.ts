import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * The decision to give cents of a card's payment back. It stands, with its entry in the audit, before the gateway hears of
 * it. A job then makes the refund: `failed` where the gateway refuses it.
 */
export const CardRefund = defineEntity({
  name: 'CardRefund',
  tableName: 'card_refund',
  indexes: [
    { properties: ['chargeId'] },
    { properties: ['orderId'] },
    { properties: ['createdAt'], name: 'card_refund_asked_index', where: "state = 'asked'" },
  ],
  properties: {
    /** Names the refund at the gateway. */
    id: p.uuid().primary(),
    chargeId: p.uuid(),
    orderId: p.uuid(),
    cents: p.integer(),
    state: p.enum(['asked', 'done', 'failed'] as const).default('asked'),
    /** The sentence of the gateway's refusal. */
    failure: p.text().nullable(),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
  },
})

export type CardRefund = InferEntity<typeof CardRefund>
