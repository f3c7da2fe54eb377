import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Order, OrderLine, RefundRequest } from './entity.ts'
import type { Side } from './views.ts'

/** An order whose row is locked, with its lines and its latest request. */
export type Locked = { order: Order; lines: OrderLine[]; request: RefundRequest | null }

/** Locks an order and reads what belongs to it; null where there is none. The row of an order is locked before all that it moves. */
export async function lockOrder(tx: Tx, where: { id: string } | { number: string }): Promise<Locked | null> {
  const order = await tx.em.findOne(Order, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!order) return null
  const lines = await tx.em.find(OrderLine, { orderId: order.id }, { orderBy: { position: 'asc' }, refresh: true })
  const latest = { orderBy: { id: 'desc' }, refresh: true } as const
  return { order, lines, request: await tx.em.findOne(RefundRequest, { orderId: order.id }, latest) }
}

/** The actor's order, as one of these sides. Refuses as `not-found` an order of others. */
export async function lockOwnOrder(tx: Tx, id: string, sides: readonly Side[]): Promise<Locked & { side: Side }> {
  const { userId } = requireActor(tx)
  const locked = await lockOrder(tx, { id })
  const side = locked && sideOf(locked.order, userId)
  if (!locked || !side || !sides.includes(side)) throw noOrder()
  return { ...locked, side }
}

/** Which side of an order an account is; null for others. */
export function sideOf({ buyerId, performerId }: Pick<Order, 'buyerId' | 'performerId'>, userId: string): Side | null {
  if (buyerId === userId) return 'buyer'
  return performerId === userId ? 'seller' : null
}

/** Refuses as `conflict` a step that was decided upon an older state. */
export function requireVersion({ version }: Order, seen: number): void {
  if (version === seen) return
  const text = 'This order has changed meanwhile. Look at it again.'
  throw new Refusal('conflict', text, [{ path: 'version', message: String(version) }])
}

/** One answer for what never was and what belongs to others. */
export function noOrder(): Refusal {
  return new Refusal('not-found', 'This order does not exist.')
}
