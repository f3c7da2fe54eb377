import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { DeskDispute, DeskDisputeQuery } from '@vesper/sync/vesper/api/desk-disputes.ts'
import * as v from 'valibot'
import { sqlPage } from '../../../infra/http/list.ts'
import { User } from '../../people/accounts/entity.ts'
import { PAID_BY } from './parties-of.ts'

type Query = v.InferOutput<typeof DeskDisputeQuery>
type Row = Omit<DeskDispute, 'dueAt' | 'createdAt' | 'closedAt' | 'number'> & {
  dueAt: string | null
  createdAt: string
  closedAt: string | null
  number: string | null
}

const isId = v.pipe(v.string(), v.uuid())

/** One page of the disputes, with the latest decision on each. */
export async function disputePage(
  em: SqlEntityManager,
  { state, q, ...query }: Query,
): Promise<{ data: DeskDispute[]; total: number }> {
  const found = await findWhere(em, q)
  const where = [...(found.sql === null ? [] : [found.sql]), ...(state ? [`d.state = '${state}'`] : [])]
  const { rows, total } = await sqlPage<Row>(
    em,
    {
      ...{ select: SELECT, from: FROM, counted: 'dispute d', where: where.join(' and ') || 'true' },
      ...{ params: found.params, sortable: { createdAt: 'd.created_at', dueAt: 'd.due_at' }, tieBreak: 'd.id' },
    },
    query,
  )
  return { data: rows.map(viewOf), total }
}

/** The dispute with this id as the list shows it; null where there is none. */
export async function readDispute(em: SqlEntityManager, id: string): Promise<DeskDispute | null> {
  const [row] = await em.execute<Row[]>(`select ${SELECT} from ${FROM} where d.id = ?`, [id])
  return row ? viewOf(row) : null
}

const nameOf = (id: string): string =>
  `coalesce((select coalesce(u.username, u.name) from "user" u where u.id = ${id}), '')`

const FROM = `dispute d join payment_order o on o.id = d.order_id left join charge ch on ch.order_id = d.order_id`

const SELECT = `d.id as "_id", d.state, d.is_inquiry as "isInquiry", d.amount, d.currency, d.reason, d.due_at as "dueAt",
  ${nameOf('d.fan_id')} as fan, ch.id as "chargeId", ch.number, o.title,
  coalesce((select jsonb_agg(distinct ${nameOf('c.performer_id')}) from charge c where ${PAID_BY}), '[]') as creators,
  (select jsonb_build_object('kind', e.kind, 'state', e.state, 'failure', e.failure) from dispute_decision e
   where e.dispute_id = d.id order by e.created_at desc, e.id desc limit 1) as decision,
  d.created_at as "createdAt", d.closed_at as "closedAt", d.version`

function viewOf(row: Row): DeskDispute {
  const time = (at: string | null) => (at === null ? null : new Date(at).toISOString())
  return {
    ...row,
    number: row.number === null ? null : Number(row.number),
    ...{ dueAt: time(row.dueAt), closedAt: time(row.closedAt), createdAt: new Date(row.createdAt).toISOString() },
  }
}

/** The condition on disputes that a search text names: an id, also the provider's, or the username of either side. */
async function findWhere(em: SqlEntityManager, q: string): Promise<{ sql: string | null; params: unknown[] }> {
  if (q === '') return { sql: null, params: [] }
  if (v.safeParse(isId, q).success) {
    const charged = 'd.order_id = (select x.order_id from charge x where x.id = ?)'
    return { sql: `(d.id = ? or d.order_id = ? or ${charged})`, params: [q, q, q] }
  }
  const user = await em.findOne(User, { username: q.replace(/^@/, '').toLowerCase() })
  if (!user) return { sql: 'd.gateway_id = ?', params: [q] }
  const earned = `exists (select 1 from charge c where c.performer_id = ? and ${PAID_BY})`
  return { sql: `(d.fan_id = ? or ${earned})`, params: [user.id, user.id] }
}
