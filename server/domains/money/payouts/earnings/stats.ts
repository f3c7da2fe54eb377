import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { EarningStats, StatsQuery } from '@vesper/sync/vesper/api/earnings.ts'
import type * as v from 'valibot'
import { rangeOf, stepsOf } from './range.ts'

type Query = v.InferOutput<typeof StatsQuery>

/** Sums of one step of the range. `at` is its first day. */
type Step = { at: string; sales: string; gross: string; tax: string; commission: string; net: string; refunds: string }

type Balances = { [Name in 'pending' | 'available' | 'held' | 'paid']: string | null }

/**
 * The earnings of a creator, as the ledger has it. `em` reads one snapshot, so that the sums fit the balances. Refuses what
 * `rangeOf` and `stepsOf` refuse.
 */
export async function earningStats(
  em: SqlEntityManager,
  performerId: string,
  { query: { by, type, ...days }, now, currency }: { query: Query; now: Date; currency: string },
): Promise<EarningStats> {
  const { from, to, start, until } = rangeOf(days, now)
  const steps = stepsOf({ from, to, start, until }, by)
  const values = [by, performerId, start, until, type ?? null, type ?? null]
  const rows = await em.execute<Step[]>(SUMS, [...values, ...values])
  const byDay = new Map(rows.map((row) => [row.at, row]))
  const total = (field: Exclude<keyof Step, 'at'>) => rows.reduce((sum, row) => sum + Number(row[field]), 0)
  return {
    ...{ from, to, by, currency },
    ...{ sales: total('sales'), gross: total('gross'), tax: total('tax') },
    ...{ commission: total('commission'), net: total('net'), refunds: total('refunds') },
    ...(await balancesOf(em, performerId)),
    upcoming: await upcomingOf(em, performerId),
    series: steps.map((at) => {
      const row = byDay.get(at)
      const [sales, gross, net, refunds] = [row?.sales, row?.gross, row?.net, row?.refunds].map((one) =>
        Number(one ?? 0),
      )
      return { at, sales: sales ?? 0, gross: gross ?? 0, net: net ?? 0, refunds: refunds ?? 0 }
    }),
  }
}

// Sales count on the day on which they were made, refunds on theirs. A refund is a transfer that reverses another one:
// its lines in the accounts of the creator are what the creator has lost.
const SUMS = `select to_char(date_trunc(step, at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD') as at,
    count(*) filter (where kind = 'sale') as sales, coalesce(sum(gross), 0) as gross, coalesce(sum(tax), 0) as tax,
    coalesce(sum(commission), 0) as commission, coalesce(sum(net), 0) as net, coalesce(sum(refunds), 0) as refunds
  from (
    select ?::text as step, 'sale' as kind, created_at as at, tax + share + revenue as gross, tax, revenue as commission,
      share as net, 0::bigint as refunds
    from charge where performer_id = ? and created_at >= ? and created_at < ? and (?::text is null or type = ?)
    union all
    select ?::text, 'refund', t.created_at, 0, 0, 0, 0, -e.amount
    from money_account a join money_entry e on e.account_id = a.id join money_transfer t on t.id = e.transfer_id
      left join charge c on c.id = t.ref_id
    where a.owner_id = ? and a.kind in ('earn_pending', 'earn_available') and t.reverses_id is not null
      and t.created_at >= ? and t.created_at < ? and (?::text is null or c.type = ?)
  ) line group by 1`

async function balancesOf(em: SqlEntityManager, performerId: string) {
  const [row] = await em.execute<Balances[]>(BALANCES, Array(4).fill(performerId))
  return {
    pending: Number(row?.pending ?? 0),
    available: Number(row?.available ?? 0),
    held: Number(row?.held ?? 0),
    paid: Number(row?.paid ?? 0),
  }
}

const BALANCES = `select
    (select sum(e.amount) from money_account a join money_entry e on e.account_id = a.id
      where a.kind = 'earn_pending' and a.owner_id = ?) as pending,
    (select balance from money_account where kind = 'earn_available' and owner_id = ?) as available,
    (select balance from money_account where kind = 'payout_held' and owner_id = ?) as held,
    (select -sum(e.amount) from money_account a join money_entry e on e.account_id = a.id
      join money_transfer t on t.id = e.transfer_id
      where a.kind = 'payout_held' and a.owner_id = ? and t.kind = 'payout-paid') as paid`

/** The amounts that become free on each day to come. Sales of orders that are not complete, and disputed ones, have no day. */
async function upcomingOf(em: SqlEntityManager, performerId: string): Promise<EarningStats['upcoming']> {
  const rows = await em.execute<{ at: string; net: string }[]>(UPCOMING, [performerId])
  return rows.map(({ at, net }) => ({ at, net: Number(net) }))
}

const UPCOMING = `select to_char(available_at at time zone 'UTC', 'YYYY-MM-DD') as at, sum(share - refunded_share) as net
  from charge
  where performer_id = ? and state = 'pending' and dispute_id is null and available_at is not null
  group by 1 having sum(share - refunded_share) > 0 order by 1`
