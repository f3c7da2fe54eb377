import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { User } from '../../people/accounts/entity.ts'
import { OrderEvent, OrderLine, RefundRequest } from './entity.ts'
import type { Order } from './entity.ts'

/** An order with all that is shown of it; `request` is the latest. A side whose account is gone is null. */
export type LoadedOrder = {
  order: Order
  lines: OrderLine[]
  events: OrderEvent[]
  request: RefundRequest | null
  performer: User | null
  buyer: User | null
}

/** Reads what belongs to these orders, in their order: a statement for each kind, however many there are. */
export async function loadOrders(em: SqlEntityManager, orders: readonly Order[]): Promise<LoadedOrder[]> {
  if (orders.length === 0) return []
  const orderId = { $in: orders.map(({ id }) => id) }
  const lines = await em.find(OrderLine, { orderId }, { orderBy: { position: 'asc' } })
  const events = await em.find(OrderEvent, { orderId }, { orderBy: { id: 'asc' } })
  const requests = await em.find(RefundRequest, { orderId }, { orderBy: { id: 'asc' } })
  const sides = [...new Set(orders.flatMap(({ performerId, buyerId }) => [performerId, buyerId]))]
  const users = new Map((await em.find(User, { id: { $in: sides } })).map((user) => [user.id, user]))
  const [linesOf, eventsOf] = [Map.groupBy(lines, byOrder), Map.groupBy(events, byOrder)]
  const requestOf = new Map(requests.map((request) => [request.orderId, request]))
  return orders.map((order) => ({
    order,
    lines: linesOf.get(order.id) ?? [],
    events: eventsOf.get(order.id) ?? [],
    request: requestOf.get(order.id) ?? null,
    performer: users.get(order.performerId) ?? null,
    buyer: users.get(order.buyerId) ?? null,
  }))
}

function byOrder({ orderId }: { orderId: string }): string {
  return orderId
}
