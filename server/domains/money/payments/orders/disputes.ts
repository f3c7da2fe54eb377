import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { blockCards } from '../cards/block.ts'
import type { Dispute } from '../gateway.ts'
import { requireGateway } from '../require-gateway.ts'
import { followSurplusDispute } from '../surplus/refund-surplus.ts'
import { PaymentReversal } from './entity.ts'
import type { PaymentOrder } from './entity.ts'
import { lockOrder } from './lock-order.ts'
import { orderKindOf } from './order-kinds.ts'
import { settlePayment } from './settle.ts'
import { takeBack } from './take-back.ts'

/**
 * Brings an order to where a dispute of its payment stands. Once the bank has taken the money, what it paid for is taken
 * back and the card is blocked; a dispute that is won gives it again. Told late, twice or in another order, it is the same.
 */
export async function settleDispute(app: App, disputeId: string): Promise<PaymentOrder | null> {
  const gateway = requireGateway(app)
  const dispute = await gateway.readDispute(disputeId)
  if (!dispute?.paymentId || dispute.status === 'inquiry') return null
  // The payment comes first, where its own event is late.
  const paid = await settlePayment(app, dispute.paymentId)
  if (!paid?.paidAt) return paid
  const { paymentId } = dispute
  const payment = await gateway.readPayment(paymentId)
  return transact(app, null, async (tx) => {
    const order = await lockOrder(tx, paid.id)
    if (!order) return null
    if (order.paymentId !== paymentId) {
      await followSurplusDispute(tx, order, { ...dispute, paymentId })
      return order
    }
    await follow(tx, order, dispute)
    await blockCards(tx, {
      userId: order.userId,
      cardId: order.cardId ?? null,
      fingerprint: payment?.fingerprint ?? null,
    })
    return order
  })
}

async function follow(tx: Tx, order: PaymentOrder, { id, amount, status }: Dispute): Promise<void> {
  const known = await tx.em.findOne(PaymentReversal, { id })
  if (known && known.status !== 'open') return
  if (status === 'won') return known ? win(tx, order, known) : undefined
  const reversal = known ?? (await takeBack(tx, order, { id, reason: 'dispute', amount, status: 'open' }))
  if (status === 'lost') Object.assign(reversal, { status: 'lost', closedAt: tx.now })
  order.status = status === 'lost' ? 'lost' : 'disputed'
  await tx.em.flush()
}

async function win(tx: Tx, order: PaymentOrder, reversal: PaymentReversal): Promise<void> {
  const { id: key, amount: cents, before, taken } = reversal
  Object.assign(reversal, { status: 'won', closedAt: tx.now })
  order.status = 'paid'
  await tx.em.flush()
  if (cents > 0) await orderKindOf(tx.app, order).giveBack(tx, order, { key, reason: 'dispute', cents, before, taken })
}
