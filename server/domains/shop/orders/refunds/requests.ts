import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefundRequestBody } from '@vesper/sync/vesper/api/orders.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { holdEarning, releaseEarning } from '../../../money/money/charges/hold.ts'
import { RefundRequest } from '../entity.ts'
import type { Order } from '../entity.ts'
import { lockOwnOrder, requireVersion } from '../lock-order.ts'
import type { Locked } from '../lock-order.ts'
import { after, DAYS, isUnderDecision, requireAllowed } from '../machine.ts'
import type { Role } from '../machine.ts'
import { sendRefused, sendRequested } from '../mails.ts'
import { movePayment, tell, touch } from '../move-order.ts'
import { refundOrder } from './refund-order.ts'
import type { OrderRefund } from './refund-order.ts'

/**
 * The buyer asks for tokens back, or, after a refusal, asks staff to decide. Nothing completes and nothing is earned before it
 * is decided. A request that is open stays as it is. Refuses as `conflict` what the state does not allow, as `invalid`
 * lines that the order does not have.
 */
export async function requestRefund(
  tx: Tx,
  { _id, version, ...asked }: RefundRequestBody & { _id: string },
): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['buyer'])
  const { order, request } = locked
  if (request && isUnderDecision({ request })) return order
  const isAppeal = request?.state === 'refused'
  requireAllowed({ ...order, request }, isAppeal ? 'appeal' : 'request-refund', { by: 'buyer', now: tx.now })
  requireVersion(order, version)
  await holdEarning(tx, order.id)
  if (isAppeal) {
    await askStaff(tx, locked, { by: 'buyer', note: asked.note })
    return order
  }
  for (const { lineId, quantity } of asked.lines) {
    const line = locked.lines.find(({ id }) => id === lineId)
    if (!line || quantity > line.quantity - line.refundedQuantity) {
      throw new Refusal('invalid', 'This order has no such line.')
    }
  }
  const answerBy = after(tx.now, DAYS.answer)
  locked.request = tx.em.create(RefundRequest, {
    ...{ orderId: order.id, state: 'open', answerBy, createdAt: tx.now },
    ...{ reason: asked.reason, note: asked.note, lines: asked.lines },
  })
  touch(tx, locked)
  tell(tx, order.id, { by: 'buyer', from: 'none', to: 'open', note: asked.note })
  await sendRequested(tx, order, { answerBy, isAppeal: false })
  return order
}

/** Has staff decide a request: its buyer appeals, or its seller was silent. */
export async function askStaff(tx: Tx, locked: Locked, { by, note = '' }: { by: Role; note?: string }): Promise<void> {
  const { order, request } = locked
  if (!request) return
  const from = request.state
  Object.assign(request, { state: 'appealed', answerBy: null })
  tell(tx, order.id, { by, from, to: 'appealed', note })
  movePayment(tx, locked, { event: 'dispute', by })
  await sendRequested(tx, order, { answerBy: null, isAppeal: true })
}

type Decision = {
  decision: 'grant' | 'refuse'
  answer: string
  by: 'seller' | 'staff'
  refund?: Omit<OrderRefund, 'by'> | undefined
}

/**
 * Decides on the request of a locked order. Granted, what was asked for goes back, or what `refund` says. A decision of staff is
 * final. Refuses as `conflict` an order without a request that waits for this side.
 */
export async function decideRequest(tx: Tx, locked: Locked, { decision, answer, by, refund }: Decision): Promise<void> {
  const { order, request } = locked
  const waits = by === 'seller' ? request?.state === 'open' : request?.state === 'open' || request?.state === 'appealed'
  if (!request || !waits) throw new Refusal('conflict', 'There is no request to answer.')
  const from = request.state
  const state = decision === 'grant' ? 'granted' : 'refused'
  Object.assign(request, { state, answer, isFinal: by === 'staff', decidedAt: tx.now, answerBy: null })
  tell(tx, order.id, { by, from, to: state, note: answer })
  if (decision === 'grant') {
    await refundOrder(tx, locked, { ...(refund ?? { lines: request.lines, restock: false, reason: answer }), by })
  } else {
    await sendRefused(tx, order, { answer, isFinal: by === 'staff' })
  }
  if (order.payment === 'disputed') movePayment(tx, locked, { event: 'settle', by })
  touch(tx, locked)
  if (order.fulfilment === 'completed') await releaseEarning(tx, order.id)
}
