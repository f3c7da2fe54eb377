import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BoughtQuery, SoldQuery } from '@vesper/sync/vesper/api/orders.ts'
import type * as v from 'valibot'
import { containing } from '../../../infra/database/like-pattern.ts'
import { rowPage } from '../../../infra/http/list.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { Order } from './entity.ts'
import { loadOrders } from './load-orders.ts'
import type { LoadedOrder } from './load-orders.ts'
import { DAY_MS } from './machine.ts'

type Query = v.InferOutput<typeof BoughtQuery> & Pick<v.InferOutput<typeof SoldQuery>, 'needsAction'>
type Page = { orders: LoadedOrder[]; total: number; next: string | null }

/** One page of the orders of an account, as a buyer or as a seller. */
export async function orderPage(
  em: SqlEntityManager,
  own: { buyerId: string } | { performerId: string },
  { payment, fulfilment, q, from, to, needsAction, ...query }: Query,
): Promise<Page> {
  const { column, id } = sideOf(own)
  const filters: Filter[] = [
    [`${column} = ?`, id],
    ...(payment ? [['payment = ?', payment] as const] : []),
    ...(fulfilment ? [['fulfilment = ?', fulfilment] as const] : []),
    ...(from ? [['created_at >= ?', new Date(from)] as const] : []),
    ...(to ? [['created_at < ?', new Date(Date.parse(to) + DAY_MS)] as const] : []),
    ...(q === '' ? [] : [['id = any(?::uuid[])', await found(em, own, q)] as const]),
    ...(needsAction === undefined ? [] : [await waiting(em, own, needsAction === 'true')]),
  ]
  const where = filters.map(([sql]) => sql).join(' and ')
  const params = filters.map(([, value]) => value)
  const { rows, ...rest } = await rowPage(em, { entity: Order, where, params }, query)
  return { orders: await loadOrders(em, rows), ...rest }
}

/** A condition in SQL, and the value of its parameter. */
type Filter = readonly [sql: string, value: string | Date]
type Own = Parameters<typeof orderPage>[1]

function sideOf(own: Own): { column: string; other: string; id: string } {
  return 'buyerId' in own
    ? { column: 'buyer_id', other: 'performer_id', id: own.buyerId }
    : { column: 'performer_id', other: 'buyer_id', id: own.performerId }
}

/** Orders whose number, products or other side have these words. */
async function found(em: SqlEntityManager, own: Own, q: string): Promise<string> {
  const { column, other, id } = sideOf(own)
  const rows = await em.execute<{ id: string }[]>(
    `select o.id from "order" o left ${joinAccount('u', `o.${other}`)}
     where o.${column} = ? and (o.number ilike ? or u.name ilike ? or u.username ilike ?
       or exists (select 1 from order_line l where l.order_id = o.id and l.name ilike ?))`,
    [id, ...Array.from({ length: 4 }, () => containing(q))],
  )
  return idsOf(rows)
}

/** Orders to pack, to send or to answer; the others where `does` is false. */
async function waiting(em: SqlEntityManager, own: Own, does: boolean): Promise<Filter> {
  const rows = await em.execute<{ id: string }[]>(
    `select o.id from "order" o join refund_request r on r.order_id = o.id and r.state = 'open' where o.performer_id = ?`,
    [sideOf(own).id],
  )
  const owed = `(fulfilment in ('new', 'processing') or id = any(?::uuid[]))`
  return [does ? owed : `not ${owed}`, idsOf(rows)]
}

/** The ids of these rows as an array of PostgreSQL. */
function idsOf(rows: readonly { id: string }[]): string {
  return `{${rows.map(({ id }) => id).join()}}`
}
