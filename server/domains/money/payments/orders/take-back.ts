import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Payment } from '../gateway.ts'
import { PaymentReversal } from './entity.ts'
import type { PaymentOrder } from './entity.ts'
import { orderKindOf } from './order-kinds.ts'

/** Takes back what the refunds of a payment had paid for, as far as that has not happened yet. */
export async function takeRefund(tx: Tx, order: PaymentOrder, { refunded }: Payment): Promise<void> {
  const cents = refunded - order.refunded
  if (cents <= 0) return
  const id = `refund:${order.id}:${refunded}`
  await takeBack(tx, order, { id, reason: 'refund', amount: cents, status: 'done' })
  order.refunded = refunded
  if (refunded >= order.amount && order.status === 'paid') order.status = 'refunded'
  await tx.em.flush()
}

/** Takes back, under the lock of the order, what some of its money had paid for; the order has not lost more than it cost. */
export async function takeBack(
  tx: Tx,
  order: PaymentOrder,
  { id, reason, amount, status }: Pick<PaymentReversal, 'id' | 'reason' | 'amount' | 'status'>,
): Promise<PaymentReversal> {
  const earlier = await tx.em.find(PaymentReversal, { orderId: order.id, status: { $ne: 'won' } })
  const before = earlier.reduce((sum, one) => sum + one.amount, 0)
  const cents = Math.min(amount, order.amount - before)
  const taken =
    cents > 0 ? await orderKindOf(tx.app, order).takeBack(tx, order, { key: id, reason, cents, before }) : {}
  const made = tx.em.create(PaymentReversal, {
    ...{ id, orderId: order.id, reason, amount: Math.max(cents, 0), before, status, taken },
    ...{ createdAt: tx.now, closedAt: status === 'open' ? null : tx.now },
  })
  await tx.em.flush()
  return made
}
