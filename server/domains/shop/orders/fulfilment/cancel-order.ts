import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Order } from '../entity.ts'
import { lockOwnOrder, requireVersion } from '../lock-order.ts'
import type { Locked } from '../lock-order.ts'
import { isUnderDecision } from '../machine.ts'
import type { Role } from '../machine.ts'
import { sendCanceled } from '../mails.ts'
import { moveOrder } from '../move-order.ts'
import { refundOrder, restOf, restock } from '../refunds/refund-order.ts'

/**
 * Cancels an order of the actor, as its buyer or its seller: all of it is given back, and its products are on sale again. An order
 * that is canceled stays so. Refuses as `conflict` an order that is on its way, or that the seller has begun less than 7
 * days ago, as `not-found` an order of others.
 */
export async function cancelOwnOrder(
  tx: Tx,
  { _id, version, reason }: { _id: string; version: number; reason: string },
): Promise<Order> {
  const locked = await lockOwnOrder(tx, _id, ['buyer', 'seller'])
  if (locked.order.fulfilment === 'canceled') return locked.order
  await cancelOrder(tx, locked, { by: locked.side, reason, version })
  return locked.order
}

type Canceling = { by: Role; reason: string; version?: number }

/** Cancels a locked order. The transition is asked first: a state that forbids it is told whatever version was seen. */
export async function cancelOrder(tx: Tx, locked: Locked, { by, reason, version }: Canceling): Promise<void> {
  const { order, lines, request } = locked
  const seen = order.version
  moveOrder(tx, locked, { event: 'cancel', by, note: reason })
  if (version !== undefined) requireVersion({ ...order, version: seen }, version)
  if (request && isUnderDecision({ request }))
    Object.assign(request, { state: 'granted', answer: reason, decidedAt: tx.now })
  const left = order.tokens - order.refunded
  if (left > 0) await refundOrder(tx, locked, { lines: [], restock: true, reason, by })
  else await restock(tx, lines.map(restOf))
  await sendCanceled(tx, order, left)
}
