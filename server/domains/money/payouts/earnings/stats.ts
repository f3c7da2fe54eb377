import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { EarningStats, StatsQuery } from '@vesper/sync/vesper/api/earnings.ts'
import type * as v from 'valibot'
import { KEPT } from '../../../../infra/database/driver/prepared-statements.ts'
import { earningLines } from '../../money/earning-days/earning-lines.ts'
import { rangeOf, stepsOf } from './range.ts'

type Query = v.InferOutput<typeof StatsQuery>

/** Sums of one step of the range. `at` is its first day. */
type Step = { at: string; sales: string; gross: string; tax: string; commission: string; net: string; refunds: string }

type Balances = { [Name in 'available' | 'held' | 'paid']: string | null }

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
  const rows = await em.execute<Step[]>(SUMS, [by, performerId, start, until, type ?? null])
  const byDay = new Map(rows.map((row) => [row.at, row]))
  const total = (field: Exclude<keyof Step, 'at'>) => rows.reduce((sum, row) => sum + Number(row[field]), 0)
  return {
    ...{ from, to, by, currency },
    ...{ sales: total('sales'), gross: total('gross'), tax: total('tax') },
    ...{ commission: total('commission'), net: total('net'), refunds: total('refunds') },
    ...(await balancesOf(em, performerId)),
    ...(await pendingOf(em, performerId)),
    series: steps.map((at) => {
      const row = byDay.get(at)
      const [sales, gross, net, refunds] = [row?.sales, row?.gross, row?.net, row?.refunds].map((one) =>
        Number(one ?? 0),
      )
      return { at, sales: sales ?? 0, gross: gross ?? 0, net: net ?? 0, refunds: refunds ?? 0 }
    }),
  }
}

// Sales count on the day on which they were made, refunds on theirs. Days that are folded have their sums.
const SUMS = `${KEPT} with fold as (select coalesce((select until from earning_fold), '-infinity'::timestamptz) as until), asked as (
    select ?::text as step, ?::uuid as performer, ?::timestamptz as start, ?::timestamptz as until, ?::text as type
  )
  select to_char(date_trunc(asked.step, at, 'UTC') at time zone 'UTC', 'YYYY-MM-DD') as at,
    sum(sales) as sales, sum(tax + commission + net) as gross, sum(tax) as tax, sum(commission) as commission,
    sum(net) as net, sum(refunds) as refunds
  from asked cross join lateral (
    select d.day::timestamp at time zone 'UTC' as at, d.type, sales, tax, commission, net, refunds
    from earning_day d, fold
    where d.performer_id = asked.performer and d.day >= (asked.start at time zone 'UTC')::date
      and d.day < (least(asked.until, fold.until) at time zone 'UTC')::date
    union all
    select at, line.type, sales, tax, commission, net, refunds from fold cross join lateral (${earningLines({
      sale: openDays('c', 'c.performer_id = asked.performer'),
      refund: openDays('r', 'c.performer_id = asked.performer'),
    })}) as line
  ) line where asked.type is null or line.type = asked.type group by 1`

/** Moments of the range whose days are not folded. */
function openDays(row: string, of: string): string {
  return `${of} and ${row}.created_at >= greatest(asked.start, fold.until) and ${row}.created_at < asked.until`
}

async function balancesOf(em: SqlEntityManager, performerId: string) {
  const [row] = await em.execute<Balances[]>(BALANCES, Array(3).fill(performerId))
  return { available: Number(row?.available ?? 0), held: Number(row?.held ?? 0), paid: Number(row?.paid ?? 0) }
}

const BALANCES = `${KEPT} select
    (select balance from money_account where kind = 'earn_available' and owner_id = ?) as available,
    (select balance from money_account where kind = 'payout_held' and owner_id = ?) as held,
    (select -sum(e.amount) from money_account a join money_entry e on e.account_id = a.id
      join money_transfer t on t.id = e.transfer_id
      where a.kind = 'payout_held' and a.owner_id = ? and t.kind = 'payout-paid') as paid`

/**
 * All that is not free yet, and the amounts that become free on each day to come. Sales of orders that are not complete, and
 * disputed ones, have no day. A rule of the books says that the sales have what the ledger has.
 */
async function pendingOf(
  em: SqlEntityManager,
  performerId: string,
): Promise<Pick<EarningStats, 'pending' | 'upcoming'>> {
  const rows = await em.execute<{ at: string | null; net: string }[]>(PENDING, [performerId])
  const upcoming = rows.flatMap(({ at, net }) => (at === null || Number(net) <= 0 ? [] : { at, net: Number(net) }))
  return { pending: rows.reduce((sum, { net }) => sum + Number(net), 0), upcoming }
}

const PENDING = `${KEPT} select to_char(day, 'YYYY-MM-DD') as at, net
  from (
    select (case when dispute_id is null then available_at end at time zone 'UTC')::date as day,
      sum(share - refunded_share) as net
    from charge where performer_id = ? and state = 'pending' group by 1
  ) as pending order by day`
