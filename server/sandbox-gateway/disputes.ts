import type Stripe from 'stripe'
import { found } from './cards.ts'
import { addEvent, newId, now } from './events.ts'
import { invalidRequest, unknownObject } from './gateway-error.ts'
import { moveBalance } from './move-balance.ts'
import { insertObject, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

type Dispute = Stripe.Dispute

const DAY_SECONDS = 24 * 60 * 60

/**
 * The state of a dispute: a bank asks first (`warning_needs_response`), or takes the money at once (`needs_response`), and
 * looks at the answer (`under_review`).
 */
export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

/** A dispute to begin; `dueIn` seconds are left for an answer, seven days unless told. */
export type NewDispute = { paymentId: string; amount?: number; status?: DisputeStatus; dueIn?: number }

/** Begins the dispute of a payment, as the cardholder's bank would; the whole amount unless told. */
export function openDispute(
  store: Store,
  { paymentId, amount, status = 'needs_response', dueIn = 7 * DAY_SECONDS }: NewDispute,
): Promise<Dispute> {
  return store.transaction(async (connection) => {
    const at = { id: paymentId, kind: 'payment_intent', lock: true } as const
    const intent = await readObject<Stripe.PaymentIntent>(connection, at)
    if (!intent) throw unknownObject('payment_intent', paymentId)
    if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string')
      throw invalidRequest('This payment has not succeeded.')
    const charge = await found<Stripe.Charge>(connection, 'charge', intent.latest_charge)
    const dispute = {
      ...{ id: newId('dp'), object: 'dispute', amount: amount ?? intent.amount, currency: intent.currency, status },
      ...{ charge: charge.id, payment_intent: intent.id, created: now(), livemode: false, metadata: {} },
      ...{ balance_transactions: [], enhanced_eligibility_types: [], evidence: NO_EVIDENCE, reason: 'fraudulent' },
      ...{ intended_submission_method: null, is_charge_refundable: status.startsWith('warning') },
      evidence_details: {
        ...{ due_by: now() + dueIn, enhanced_eligibility: {}, has_evidence: false, past_due: false },
        ...{ submission_count: 0, submission_method: { evidence_file: null, type: null } as never },
      },
    } satisfies Dispute
    await insertObject(connection, dispute)
    await updateObject(connection, { ...charge, disputed: true })
    await moveDisputed(connection, dispute, 'warning_needs_response')
    await addEvent(connection, 'charge.dispute.created', dispute)
    if (!dispute.is_charge_refundable) await addEvent(connection, 'charge.dispute.funds_withdrawn', dispute)
    return dispute
  })
}

/** Moves a dispute on: the bank has taken the money after all, or decided. */
export function moveDispute(store: Store, id: string, status: DisputeStatus): Promise<Dispute> {
  return store.transaction(async (connection) => {
    const known = await lockDispute(connection, id)
    return moveLocked(connection, known, { status })
  })
}

/** The dispute with this id, which its row lock keeps until the transaction ends. */
export async function lockDispute(connection: Connection, id: string): Promise<Dispute> {
  const known = await readObject<Dispute>(connection, { id, kind: 'dispute', lock: true })
  if (!known) throw unknownObject('dispute', id)
  return known
}

/** Moves a dispute on under its lock, with its money and its events. */
export async function moveLocked(
  connection: Connection,
  known: Dispute,
  change: Partial<Dispute> & { status: DisputeStatus },
): Promise<Dispute> {
  const { status } = change
  const dispute = await updateObject(connection, { ...known, ...change, is_charge_refundable: false })
  await moveDisputed(connection, dispute, known.status)
  const isOver = status === 'won' || status === 'lost' || status === 'warning_closed'
  await addEvent(connection, isOver ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  if (status === 'won') await addEvent(connection, 'charge.dispute.funds_reinstated', dispute)
  return dispute
}

/** The bank takes the money of a dispute once, and gives it back where the platform wins. */
async function moveDisputed(connection: Connection, dispute: Dispute, before: Dispute['status']): Promise<void> {
  const taken = Number(isTaken(dispute.status)) - Number(isTaken(before))
  const { amount, currency, id: source } = dispute
  if (taken !== 0) await moveBalance(connection, { amount: -taken * amount, currency, source, type: 'adjustment' })
}

function isTaken(status: Dispute['status']): boolean {
  return status === 'needs_response' || status === 'under_review' || status === 'lost'
}

const NO_EVIDENCE = {
  ...{ access_activity_log: null, billing_address: null, cancellation_policy: null, customer_name: null },
  ...{ cancellation_policy_disclosure: null, cancellation_rebuttal: null, customer_communication: null },
  ...{ customer_email_address: null, customer_purchase_ip: null, customer_signature: null },
  ...{ duplicate_charge_documentation: null, duplicate_charge_explanation: null, duplicate_charge_id: null },
  ...{ enhanced_evidence: {}, product_description: null, receipt: null, refund_policy: null },
  ...{ refund_policy_disclosure: null, refund_refusal_explanation: null, service_date: null },
  ...{ service_documentation: null, shipping_address: null, shipping_carrier: null, shipping_date: null },
  ...{ shipping_documentation: null, shipping_tracking_number: null, uncategorized_file: null },
  uncategorized_text: null,
} satisfies Stripe.Dispute.Evidence
