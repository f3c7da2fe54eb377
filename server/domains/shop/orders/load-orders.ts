import type { EntityName } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { asPlain, plainById, plainColumns } from '../../../infra/database/plain-rows.ts'
import { User } from '../../people/accounts/entity.ts'
import { OrderEvent, OrderLine, RefundRequest } from './entity.ts'
import type { Order } from './entity.ts'

/** An order with all that is shown of it; `request` is the latest. A side whose account is gone is null. All rows are plain. */
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
  const ids = orders.map(({ id }) => id)
  const lines = await partsOf(em, OrderLine, { ids, orderBy: 'position' })
  const events = await partsOf(em, OrderEvent, { ids, orderBy: 'id' })
  const requests = await partsOf(em, RefundRequest, { ids, orderBy: 'id' })
  const sides = orders.flatMap(({ performerId, buyerId }) => [performerId, buyerId])
  const users = await plainById(em, User, sides)
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

/** The rows of an entity that belong to these orders. */
async function partsOf<Part extends { orderId: string }>(
  em: SqlEntityManager,
  entity: EntityName<Part>,
  { ids, orderBy }: { ids: readonly string[]; orderBy: string },
): Promise<Part[]> {
  const { columns, table } = plainColumns(em, entity)
  const sql = `${KEPT} select ${columns} from ${table} where order_id = any(?::uuid[]) order by ${orderBy}`
  return asPlain(em, entity, await em.execute<Record<string, unknown>[]>(sql, [`{${ids.join()}}`]))
}

function byOrder({ orderId }: { orderId: string }): string {
  return orderId
}
