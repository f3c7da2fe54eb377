import type { FilterQuery, SqlEntityManager } from '@mikro-orm/postgresql'
import type { BoughtQuery, SoldQuery } from '@vesper/sync/vesper/api/orders.ts'
import type * as v from 'valibot'
import { containing } from '../../../infra/database/like-pattern.ts'
import { entityPage } from '../../../infra/http/list.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { Order } from './entity.ts'
import { loadOrders } from './load-orders.ts'
import type { LoadedOrder } from './load-orders.ts'
import { DAY_MS } from './machine.ts'

type Query = v.InferOutput<typeof BoughtQuery> & Pick<v.InferOutput<typeof SoldQuery>, 'needsAction'>
type Page = { orders: LoadedOrder[]; total: number }

/** One page of the orders of an account, as a buyer or as a seller. */
export async function orderPage(
  em: SqlEntityManager,
  own: { buyerId: string } | { performerId: string },
  { payment, fulfilment, q, from, to, needsAction, ...query }: Query,
): Promise<Page> {
  const filters: FilterQuery<Order>[] = [
    own,
    ...(payment ? [{ payment }] : []),
    ...(fulfilment ? [{ fulfilment }] : []),
    ...(from ? [{ createdAt: { $gte: new Date(from) } }] : []),
    ...(to ? [{ createdAt: { $lt: new Date(Date.parse(to) + DAY_MS) } }] : []),
    ...(q === '' ? [] : [{ id: { $in: await found(em, own, q) } }]),
    ...(needsAction === undefined ? [] : [await waiting(em, own, needsAction === 'true')]),
  ]
  const { rows, total } = await entityPage(em, { entity: Order, where: { $and: filters } }, query)
  return { orders: await loadOrders(em, rows), total }
}

type Own = Parameters<typeof orderPage>[1]

/** Orders whose number, products or other side have these words. */
async function found(em: SqlEntityManager, own: Own, q: string): Promise<string[]> {
  const [column, other] = 'buyerId' in own ? ['buyer_id', 'performer_id'] : ['performer_id', 'buyer_id']
  const rows = await em.execute<{ id: string }[]>(
    `select o.id from "order" o left ${joinAccount('u', `o.${other}`)}
     where o.${column} = ? and (o.number ilike ? or u.name ilike ? or u.username ilike ?
       or exists (select 1 from order_line l where l.order_id = o.id and l.name ilike ?))`,
    [Object.values(own)[0], ...Array.from({ length: 4 }, () => containing(q))],
  )
  return rows.map(({ id }) => id)
}

/** Orders to pack, to send or to answer; the others where `does` is false. */
async function waiting(em: SqlEntityManager, own: Own, does: boolean): Promise<FilterQuery<Order>> {
  const rows = await em.execute<{ id: string }[]>(
    `select o.id from "order" o join refund_request r on r.order_id = o.id and r.state = 'open' where o.performer_id = ?`,
    [Object.values(own)[0]],
  )
  const owed: FilterQuery<Order> = {
    $or: [{ fulfilment: { $in: ['new', 'processing'] } }, { id: { $in: rows.map(({ id }) => id) } }],
  }
  return does ? owed : { $not: owed }
}
