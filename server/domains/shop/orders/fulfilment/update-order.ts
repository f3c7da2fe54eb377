import type { UpdateOrder } from '@vesper/sync/vesper/api/orders.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Order } from '../entity.ts'
import { lockOwnOrder, requireVersion } from '../lock-order.ts'
import { isTaken, requireAllowed } from '../machine.ts'
import { isRefunded, refundOrder } from '../refunds/refund-order.ts'
import { decideRequest } from '../refunds/requests.ts'
import { cancelOrder } from './cancel-order.ts'
import { setParcel, takeStep } from './order-steps.ts'

/**
 * The seller's changes to an order, all of them or none. A state that it is in already is no step, and a refund that was made
 * is not made again. Refuses as `conflict` a step that the state does not allow and an older version, as `not-found` an order
 * of others.
 */
export async function updateOrder(tx: Tx, { _id, version, ...changes }: UpdateOrder & { _id: string }): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['seller'])
  const { order } = locked
  const { fulfilment, sellerNote, refund, request, reason, ...parcel } = changes
  if (refund && (await isRefunded(tx, order, refund))) return order
  const seen = order.version
  if (fulfilment === 'canceled') {
    if (!isTaken(order, 'cancel')) await cancelOrder(tx, locked, { by: 'seller', reason, version })
  } else if (fulfilment !== undefined) {
    const event = fulfilment === 'processing' ? 'process' : 'ship'
    await takeStep(tx, locked, { event, version, by: 'seller', note: reason, parcel })
  }
  if (refund !== undefined || request !== undefined) requireVersion({ ...order, version: seen }, version)
  setParcel(order, parcel)
  if (sellerNote !== undefined) order.sellerNote = sellerNote
  if (request) await decideRequest(tx, locked, { ...request, refund, by: 'seller' })
  else if (refund) {
    requireAllowed({ ...order, request: locked.request }, 'refund', { by: 'seller', now: tx.now })
    await refundOrder(tx, locked, { ...refund, by: 'seller' })
  }
  order.updatedAt = tx.now
  return order
}
