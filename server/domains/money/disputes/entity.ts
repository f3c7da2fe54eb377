import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { disputeStates } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { v7 } from 'uuid'
import type { Evidence } from '../payments/gateway.ts'

/**
 * A payment that the cardholder's bank disputes, as the desk shows it. Its money is followed by the reversals of its order; this
 * row follows the answer. `accepted` is lost by a decision of staff.
 */
export const Dispute = defineEntity({
  name: 'Dispute',
  tableName: 'dispute',
  indexes: [{ properties: ['createdAt', 'id'] }, { properties: ['state', 'dueAt'] }, { properties: ['fanId'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    /** The provider's id of it. */
    gatewayId: p.string().length(255).unique(),
    orderId: p.uuid().index(),
    fanId: p.uuid(),
    /** Cents. */
    amount: p.integer(),
    /** ISO 4217. */
    currency: p.string().length(3),
    reason: p.string().length(60),
    /** The bank only asks, and has taken nothing. */
    isInquiry: p.boolean().default(false),
    state: p.enum(disputeStates).default('open'),
    dueAt: p.datetime().nullable(),
    /** Raised by each change. */
    version: p.integer().default(0),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
  },
})

/**
 * The decision of staff on a dispute. It stands, with its entry in the audit, before the gateway hears of it. A job then sends
 * it: `failed` where the gateway refuses it.
 */
export const DisputeDecision = defineEntity({
  name: 'DisputeDecision',
  tableName: 'dispute_decision',
  indexes: [{ properties: ['disputeId', 'createdAt'] }],
  // One decision is on its way at a time.
  uniques: [{ properties: ['disputeId'], name: 'dispute_decision_asked_unique', where: "state = 'asked'" }],
  properties: {
    /** Names the answer at the gateway. */
    id: p.uuid().primary(),
    disputeId: p.uuid(),
    kind: p.enum(['answer', 'accept'] as const),
    /** The texts that are sent to the bank; of an accepted dispute, the reason alone, which stays here. */
    evidence: p.json<Evidence>(),
    state: p.enum(['asked', 'done', 'failed'] as const).default('asked'),
    /** The sentence of the gateway's refusal. */
    failure: p.text().nullable(),
    /** Null for the operator. */
    actorId: p.uuid().nullable(),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
  },
})

export type Dispute = InferEntity<typeof Dispute>
export type DisputeDecision = InferEntity<typeof DisputeDecision>
