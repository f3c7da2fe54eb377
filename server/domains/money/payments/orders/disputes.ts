import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { blockCards } from '../cards/block.ts'
import { requireGateway } from '../require-gateway.ts'
import { followSurplusDispute, isSurplus } from '../surplus/refund-surplus.ts'
import type { PaymentOrder } from './entity.ts'
import { followReversal } from './follow-reversal.ts'
import { lockOrder } from './lock-order.ts'
import { settlePayment } from './settle.ts'

/**
 * Brings an order to where a dispute of its payment stands. Once the bank has taken the money, what it paid for is taken
 * back and the card is blocked; a dispute that is won gives it again. Told late, twice or in another order, it is the same.
 */
export async function settleDispute(app: App, disputeId: string): Promise<PaymentOrder | null> {
  const gateway = requireGateway(app)
  const dispute = await gateway.readDispute(disputeId)
  if (!dispute?.paymentId || dispute.status === 'inquiry') return null
  const { id, amount, status, paymentId } = dispute
  // The payment comes first, where its own event is late.
  const paid = await settlePayment(app, paymentId)
  if (!paid || (paid.paidAt === null && !(await isSurplus({ em: app.orm.em.fork() }, paymentId)))) return paid
  const payment = await gateway.readPayment(paymentId)
  return transact(app, null, async (tx) => {
    const order = await lockOrder(tx, paid.id)
    if (!order) return null
    if (order.paymentId !== paymentId) {
      await followSurplusDispute(tx, order, { ...dispute, paymentId })
      return order
    }
    await followReversal(tx, order, { id, reason: 'dispute', amount, status })
    await blockCards(tx, {
      userId: order.userId,
      cardId: order.cardId ?? null,
      fingerprint: payment?.fingerprint ?? null,
    })
    return order
  })
}
