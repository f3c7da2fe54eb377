import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { DeskCharge, DeskChargeQuery } from '@vesper/sync/vesper/api/desk-money.ts'
import * as v from 'valibot'
import { sqlPage } from '../../../../infra/http/list.ts'
import { User } from '../../../people/accounts/entity.ts'

type Query = v.InferOutput<typeof DeskChargeQuery>
type Row = Omit<DeskCharge, 'createdAt' | 'number' | 'currency'> & {
  createdAt: Date
  number: string
  currency: string | null
}

const isId = v.pipe(v.string(), v.uuid())

/** One page of the payments, with their refunds. `currency`: of the site, for wallets. */
export async function chargePage(
  em: SqlEntityManager,
  { state, q, ...query }: Query,
  currency: string,
): Promise<{ data: DeskCharge[]; total: number; next: string | null }> {
  const found = await findWhere(em, q)
  // The states are words of the schema. As parameters they would hide the index of the few that went back.
  const where = [...(found.sql === null ? [] : [found.sql]), ...(state ? [`c.status = '${state}'`] : [])]
  const { rows, ...page } = await sqlPage<Row>(
    em,
    {
      select: SELECT,
      from: 'charge c left join payment_order o on o.id = c.order_id',
      counted: 'charge c',
      where: where.join(' and ') || 'true',
      params: found.params,
      sortable: { createdAt: 'c.created_at' },
      places: { createdAt: 'time' },
      tieBreak: 'c.id',
    },
    query,
  )
  const data = rows.map((row) => ({
    ...row,
    number: Number(row.number),
    currency: row.currency ?? currency,
    createdAt: new Date(row.createdAt).toISOString(),
  }))
  return { data, ...page }
}

const nameOf = (id: string): string => `(select coalesce(u.username, u.name) from "user" u where u.id = ${id})`

const UNDER_WAY = `coalesce((select sum(r.cents) from card_refund r where r.order_id = o.id and r.state = 'asked'), 0)`

const SELECT = `c.id as "_id", c.number, c.type, coalesce(${nameOf('c.fan_id')}, c.fan_id::text) as payer,
  coalesce(${nameOf('c.performer_id')}, c.performer_id::text) as creator,
  case when o.id is null then 'wallet' else 'card' end as "paidBy",
  coalesce(o.amount, c.tokens) as count, case when o.id is null then c.token_cents else 1 end as unit,
  case when o.id is null then c.refunded_tokens else (o.refunded + ${UNDER_WAY})::int end as refunded,
  o.currency, c.status as state, c.created_at as "createdAt",
  (select jsonb_build_object('state', r.state, 'amount', r.cents, 'failure', r.failure) from card_refund r
   where r.charge_id = c.id and r.state <> 'done' order by r.created_at desc limit 1) as refund,
  exists (select 1 from approval a where a.subject_id = c.id and a.state = 'waiting' and a.expires_at > now()) as "isAsked"`

/** The condition on payments that a search text names: an id, or the username of either side. */
async function findWhere(em: SqlEntityManager, q: string): Promise<{ sql: string | null; params: unknown[] }> {
  if (q === '') return { sql: null, params: [] }
  if (v.safeParse(isId, q).success) return { sql: 'c.id = ?', params: [q] }
  const user = await em.findOne(User, { username: q.replace(/^@/, '').toLowerCase() })
  if (!user) return { sql: 'false', params: [] }
  return user.isPerformer
    ? { sql: 'c.performer_id = ?', params: [user.id] }
    : { sql: 'c.fan_id = ?', params: [user.id] }
}
