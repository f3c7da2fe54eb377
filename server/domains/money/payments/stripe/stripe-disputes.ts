import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Stripe } from 'stripe'
import type { Dispute, Evidence, Gateway } from '../gateway.ts'
import { EVIDENCE_MAX } from '../gateway.ts'
import { idOf, isRefused, orMissing } from './stripe-errors.ts'
import type { Spoken } from './stripe-errors.ts'

type Port = Pick<Gateway, 'readDispute' | 'answerDispute' | 'acceptDispute'>

const UNKNOWN = 'The payment provider cannot be reached. It is asked again.'

/** Disputes at Stripe, and the answers to them. */
export function stripeDisputes(stripe: Stripe, spoken: Spoken): Port {
  const { disputes } = stripe
  return {
    readDispute: (id) => spoken(() => orMissing(async () => disputeOf(await disputes.retrieve(id)))),
    async answerDispute({ disputeId, key, evidence }) {
      // The key stands at the dispute as well: Stripe forgets those of calls after a day.
      const asked = { evidence: evidenceOf(evidence), metadata: { key }, submit: true }
      const named = { idempotencyKey: `dispute-answer:${key}` }
      await spoken(() => orOver(() => disputes.update(disputeId, asked, named)), UNKNOWN)
    },
    async acceptDispute({ disputeId, key }) {
      const named = { idempotencyKey: `dispute-accept:${key}` }
      await spoken(() => orOver(() => disputes.close(disputeId, {}, named)), UNKNOWN)
    },
  }
}

async function orOver(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new Refusal('conflict', 'The payment provider takes no answer to this dispute any more.')
  }
}

function evidenceOf({ text, receipt, customer, consent, access }: Evidence): Stripe.DisputeUpdateParams.Evidence {
  const texts = {
    uncategorized_text: text,
    product_description: receipt,
    customer_name: customer?.name,
    customer_email_address: customer?.email ?? undefined,
    refund_policy_disclosure: consent,
    access_activity_log: access,
  }
  const sent = Object.entries(texts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent.map(([name, value = '']) => [name, value.slice(0, EVIDENCE_MAX)]))
}

function disputeOf(dispute: Stripe.Dispute): Dispute {
  const { id, payment_intent: payment, amount, currency, status, evidence_details: details } = dispute
  return {
    ...{ id, paymentId: idOf(payment), amount, currency, reason: dispute.reason },
    ...{ status: statusOf(status), stage: stageOf(status) },
    dueAt: details.due_by === null ? null : new Date(details.due_by * 1000),
    answerKey: dispute.metadata['key'] ?? null,
    createdAt: new Date(dispute.created * 1000),
    isLive: dispute.livemode,
  }
}

function statusOf(status: Stripe.Dispute['status']): Dispute['status'] {
  if (status.startsWith('warning_') || status === 'prevented') return 'inquiry'
  return status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open'
}

function stageOf(status: Stripe.Dispute['status']): Dispute['stage'] {
  if (status.endsWith('needs_response')) return 'waiting'
  return status.endsWith('under_review') ? 'answered' : 'over'
}
