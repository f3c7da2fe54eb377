import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Charge } from '../../money/charges/entity.ts'
import { ChargeRefund } from '../../money/charges/entity.ts'
import { refundCharge } from '../../money/charges/refund.ts'
import type { PaymentOrder } from '../orders/entity.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { CardRefund } from './entity.ts'
import { refundCardJob } from './refund-card.ts'

/** A refund as it was decided. `count`: tokens of a wallet or cents of a card; all that is left unless told. */
export type RefundOrder = { charge: Charge; count?: number | undefined; reason: string; key: string }

/** The part of a payment that can be given back, in tokens of a wallet or cents of a card. */
export type Refundable = { left: number; given: number; unit: number; currency: string }

/**
 * Writes a refund with its entry in the audit: to a wallet at once; to a card as a decision that a job carries out. The same
 * `key` again is the same refund. Refuses as `conflict` more than is left, as `invalid` what is no amount.
 */
export async function beginRefund(tx: Tx, { charge, count, reason, key }: RefundOrder): Promise<number> {
  if (charge.orderId != null) return beginCardRefund(tx, { charge, count, reason, key })
  const isKnown = (await tx.em.count(ChargeRefund, { key })) > 0
  const words = reason.slice(0, 200)
  const { tokens } = await refundCharge(tx, {
    ...{ chargeId: charge.id, reason: words, key },
    ...(count !== undefined && { tokens: count }),
  })
  if (!isKnown) audit(tx, { action: 'charge.refund', subjectId: charge.id, after: { tokens, key }, text: reason })
  return tokens
}

/** How much of a payment can be given back, under its locks: of a card, what is under way counts as given. */
export async function readRefundable(tx: Tx, charge: Charge): Promise<Refundable> {
  if (charge.orderId == null) {
    const { currency } = await tx.app.settings.readIn(tx)
    const given = charge.refundedTokens
    return { left: charge.tokens - given, given, unit: charge.tokenCents, currency }
  }
  const order = await requirePaid(tx, charge.orderId)
  const given = order.refunded + (await centsUnderWay(tx, order.id))
  return { left: order.amount - given, given, unit: 1, currency: order.currency }
}

async function beginCardRefund(tx: Tx, { charge, count, reason, key }: RefundOrder): Promise<number> {
  const known = await tx.em.findOne(CardRefund, { id: key })
  if (known?.chargeId === charge.id) return known.cents
  if (known) throw new Refusal('conflict', 'This was used for something else.')
  const { left } = await readRefundable(tx, charge)
  const cents = count ?? left
  if (!Number.isInteger(cents) || cents < 1) throw new Refusal('invalid', 'Whole cents only.')
  if (cents > left) throw new Refusal('conflict', `Only ${left} cents of this payment are left to give back.`)
  const asked = { id: key, chargeId: charge.id, orderId: charge.orderId ?? '', cents }
  tx.em.create(CardRefund, { ...asked, createdAt: tx.now })
  audit(tx, { action: 'charge.refund', subjectId: charge.id, after: { cents, key }, text: reason })
  await tx.app.jobs.enqueue(tx, refundCardJob, { id: key })
  await tx.flush()
  return cents
}

async function requirePaid(tx: Tx, orderId: string): Promise<PaymentOrder> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Refusal('not-found', 'There is no such payment.')
  if (order.status !== 'paid' || order.paymentId == null)
    throw new Refusal('conflict', 'This payment cannot be given back any more.')
  return order
}

async function centsUnderWay(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.em.execute<{ cents: number }[]>(
    `select coalesce(sum(cents), 0)::int as cents from card_refund where order_id = ? and state = 'asked'`,
    [orderId],
  )
  return row?.cents ?? 0
}
