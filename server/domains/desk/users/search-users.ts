import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { DeskUserQuery, DeskUserRow } from '@vesper/sync/vesper/api/desk-users.ts'
import { LIST_TOTAL_MAX, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { AT_TEXT } from '../../../infra/audit/read-entries.ts'
import { sqlPage } from '../../../infra/http/list.ts'

/** SQL: a row of the list for the account `u`. Each last use is looked up by itself. */
export const USER_ROW = `u.id as "_id", u.username, u.name, coalesce(u.email, u.pending_email) as email, u.status,
  case when u.is_performer then 'creator' else 'fan' end as role, ${AT_TEXT('u.created_at')} as "createdAt",
  (select ${AT_TEXT('max(s.last_seen_at)')} from session s where s.user_id = u.id) as "lastSeen"`

type Condition = { sql: string; params: readonly unknown[] }

/** One page of all accounts, or of those that a text finds. */
export async function searchUsers(
  em: SqlEntityManager,
  { q, role, status, ...query }: v.InferOutput<typeof DeskUserQuery>,
): Promise<{ data: DeskUserRow[]; total: number }> {
  const conditions: Condition[] = [
    ...(q === '' ? [] : [{ sql: 'u.id = any(?::uuid[])', params: [`{${(await foundBy(em, q)).join()}}`] }]),
    ...(role === undefined ? [] : [{ sql: role === 'creator' ? 'u.is_performer' : 'not u.is_performer', params: [] }]),
    // The index of closed accounts has those alone.
    ...(status === undefined ? [] : [{ sql: STATUS[status], params: [] }]),
  ]
  const { rows, total } = await sqlPage<DeskUserRow>(
    em,
    {
      select: USER_ROW,
      from: '"user" u',
      where: conditions.length === 0 ? 'true' : conditions.map(({ sql }) => sql).join(' and '),
      params: conditions.flatMap(({ params }) => params),
      sortable: { createdAt: 'u.created_at' },
      tieBreak: 'u.id',
    },
    query,
  )
  return { data: rows, total }
}

const STATUS = {
  active: `u.status = 'active'`,
  suspended: `u.status <> 'active' and u.status = 'suspended'`,
  deactivated: `u.status <> 'active' and u.status = 'deactivated'`,
} as const

/**
 * The accounts that a text names, as many as a list counts. Each way has an index and stops after as many rows, so that one
 * letter does not read all accounts. They are put together here: in a union, PostgreSQL reads the accounts in their order.
 */
async function foundBy(em: SqlEntityManager, q: string): Promise<string[]> {
  const ways = [
    ...['a.username', 'a.email', 'lower(a.name)'].map(beginsWith(q)),
    { sql: 'select a.id from "user" a where a.pending_email = lower(?)', params: [q] },
    { sql: 'select c.user_id as id from payment_card c where c.fingerprint = ?', params: [q] },
    { sql: 'select d.performer_id as id from payout_details d where d.account_id = ?', params: [q] },
    ...(v.is(uuid, q) ? [{ sql: 'select ?::uuid as id', params: [q] }] : []),
  ]
  const found = await em.execute<{ id: string }[]>(
    ways.map(({ sql }) => `(${sql} limit ${LIST_TOTAL_MAX})`).join(' union all '),
    ways.flatMap(({ params }) => params),
  )
  return [...new Set(found.map(({ id }) => id))].slice(0, LIST_TOTAL_MAX)
}

/** Compared byte by byte, as the indexes of beginnings are. */
function beginsWith(q: string): (column: string) => Condition {
  return (column) => ({
    sql: `select a.id from "user" a where ${column} ~>=~ lower(?) and ${column} ~<~ (lower(?) || chr(1114111))`,
    params: [q, q],
  })
}
