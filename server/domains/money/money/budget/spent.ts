import { SPENT_CREATORS_MAX } from '@vesper/sync/vesper/records/budget.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { centsOf } from '../cents.ts'

/** Cents that count against a fan's limits: of the day, of the month, and for one creator of the month. */
export type Spent = { day: number; month: number; creator: number }

type Asked = { fanId: string; performerId?: string | undefined; at?: Date }

/**
 * Sums the payments of a fan in the day and the month of `at`, in UTC, less what came back of them. The cap of an open hold
 * and an order that a card is about to pay count too, unless `at` is later than now. Callers hold the lock of the wallet.
 */
export async function spentBy(tx: Tx, { fanId, performerId, at = tx.now }: Asked): Promise<Spent> {
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const [day, month] = [dayOf(at), monthOf(at)]
  await tx.em.flush()
  const [row] = await tx.em.execute<{ day: string; month: string; creator: string }[]>(SPENT, [
    ...[day, performerId ?? null, fanId, month],
    ...[Number(centsOf(tokenValue)), at, fanId, at <= tx.now],
    ...[at, fanId, at <= tx.now],
  ])
  return { day: Number(row?.day), month: Number(row?.month), creator: Number(row?.creator) }
}

/** Cents of a month that count against the limit for one creator, by creator, the most first. Callers have flushed. */
export async function spentByCreator(
  tx: Tx,
  { fanId, at = tx.now }: Asked,
): Promise<{ performerId: string; cents: number }[]> {
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const rows = await tx.em.execute<{ performerId: string; cents: string }[]>(BY_CREATOR, [
    ...[fanId, monthOf(at)],
    ...[Number(centsOf(tokenValue)), at, fanId, at <= tx.now],
    ...[at, fanId, at <= tx.now, SPENT_CREATORS_MAX],
  ])
  return rows.map(({ performerId, cents }) => ({ performerId, cents: Number(cents) }))
}

function dayOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
}

function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
}

const PAID = `(
  select (tokens - refunded_tokens)::bigint * token_cents as cents, created_at as at, performer_id
  from charge where fan_id = ? and created_at >= ?
  union all
  select greatest(max(coalesce(cap, 0)), sum(amount)) * ?::bigint, ?::timestamptz, performer_id
  from money_hold where user_id = ? and state = 'open' and ? group by group_id, performer_id
  union all
  select amount, ?::timestamptz, (terms ->> 'performerId')::uuid
  from payment_order where user_id = ? and kind <> 'top-up' and status in ('created', 'open') and ?
)`

const BY_CREATOR = `select performer_id as "performerId", sum(cents) as cents from ${PAID} spent
where performer_id is not null group by 1 having sum(cents) > 0 order by 2 desc, 1 limit ?`

const SPENT = `select coalesce(sum(cents) filter (where at >= ?::timestamptz), 0) as day,
  coalesce(sum(cents), 0) as month,
  coalesce(sum(cents) filter (where performer_id = ?::uuid), 0) as creator
from ${PAID} spent`
