import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { OrderEvent } from './entity.ts'
import type { Locked } from './lock-order.ts'
import { dueOf, nextFulfilment, nextPayment, refusalOf } from './machine.ts'
import type { FulfilmentEvent, PaymentEvent, Role } from './machine.ts'

type Told = { by: Role; note?: string }

/**
 * Moves the fulfilment of a locked order, with its event. Refuses as `conflict` what the table does not list for this side
 * and state.
 */
export function moveOrder(
  tx: Tx,
  { order, request }: Locked,
  { event, by, note = '' }: Told & { event: FulfilmentEvent },
): void {
  const from = order.fulfilment
  const to = nextFulfilment({ ...order, request }, event, { by, now: tx.now })
  if (to === undefined) throw new Refusal('conflict', refusalOf({ ...order, request }, event))
  order.fulfilment = to
  if (to === 'shipped') order.shippedAt = tx.now
  if (to === 'delivered') order.deliveredAt = tx.now
  if (to === 'completed') order.completedAt = tx.now
  if (to === 'canceled') Object.assign(order, { canceledAt: tx.now, cancelReason: note, isAddressShown: false })
  touch(tx, { order, request })
  tell(tx, order.id, { by, note, from, to })
}

/** Moves the payment of a locked order, with its event. Refuses as `conflict` what its state does not take. */
export function movePayment(
  tx: Tx,
  { order, request }: Locked,
  { event, by, note = '' }: Told & { event: PaymentEvent },
): void {
  const from = order.payment
  order.payment = nextPayment(order, event)
  touch(tx, { order, request })
  tell(tx, order.id, { by, note, from, to: order.payment })
}

/** A new version of an order, which devices fetch; and when a job has to look at it next. */
export function touch(tx: Tx, { order, request }: Pick<Locked, 'order' | 'request'>): void {
  order.version += 1
  order.updatedAt = tx.now
  order.dueAt = dueOf(order, request)
}

/** Notes what happened. */
export function tell(tx: Tx, orderId: string, { by, note = '', from, to }: Told & { from: string; to: string }): void {
  const actorId = by === 'buyer' || by === 'seller' ? (tx.actor?.userId ?? null) : null
  tx.em.create(OrderEvent, { orderId, at: tx.now, by, actorId, from, to, note })
}
