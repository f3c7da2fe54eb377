import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { OverviewFigure } from '@vesper/sync/vesper/api/desk-overview.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { unsentMails } from '../../../infra/mail/unsent-mails.ts'

const DAY_MS = 86_400_000
/** Days of the overview. */
export const DAYS = 28
/** Days that are counted again with each run: today, and one that was not over at the run before. */
const RECOUNTED = 2

/** Counts the days of the site, every ten minutes. A day is counted again while it can still change. */
export const countDaysJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'overview.count-days', everySeconds: 600 },
  run: countDays,
}

/**
 * Counts today and yesterday, and days before them that were never counted, 28 at most; in UTC. A second run at the same
 * moment writes the same.
 */
export async function countDays(app: App): Promise<void> {
  const now = app.clock()
  const today = midnight(now)
  const queueAge = await queueAgeOf(app, now)
  await transact(app, null, async ({ em }) => {
    const from = await firstDay(em, today)
    const until = new Date(today.getTime() + DAY_MS)
    for (const [key, sql] of Object.entries(COUNTS) as [OverviewFigure, string][]) {
      // A day without any has a zero.
      await em.execute(
        `insert into site_day (day, key, value, updated_at)
         select d::date, ?, coalesce(c.value, 0), ?
           from generate_series(?::timestamp, ?::timestamp - interval '1 day', '1 day') d left join (${sql}) c on c.day = d::date
         on conflict (day, key) do update set value = excluded.value, updated_at = excluded.updated_at`,
        [key, now, asUtc(from), asUtc(until), from, until],
      )
    }
    const gauges = await gaugesOf(em, { now, today })
    for (const [key, value] of Object.entries({ ...gauges, queueAge })) await note(em, { key, value, today, now })
  })
}

/** SQL: the day of a moment, in UTC. */
const dayOf = (column: string) => `(${column} at time zone 'UTC')::date`

function perDay(from: string, value: string, also = 'true'): string {
  return `select ${dayOf('created_at')} as day, ${value} as value ${from}
    where created_at >= ? and created_at < ? and ${also} group by 1`
}

/** Figures that are counted out of rows, for any day. */
const COUNTS: Partial<Record<OverviewFigure, string>> = {
  signUps: perDay('from "user"', 'count(*)'),
  sales: perDay('from charge', 'count(*)'),
  takings: perDay('from charge', 'sum(tax + share + revenue)'),
  refunds: perDay('from charge_refund', 'sum(tax + share + revenue)'),
  disputes: perDay('from payment_reversal', 'count(*)', `reason = 'dispute'`),
}

/** Figures that are true at the moment alone, so that only today has them. The day keeps the highest number of people. */
async function gaugesOf(em: SqlEntityManager, { now, today }: { now: Date; today: Date }) {
  const [row] = await em.execute<{ active: number; openCases: number; storage: number }[]>(
    `select (select count(distinct user_id)::int from session where last_seen_at >= ?) as active,
            (select count(*)::int from moderation_case where state <> 'closed') as "openCases",
            (select coalesce(sum(size::bigint), 0)::float8 from file) as storage`,
    [today],
  )
  const { waiting, givenUp } = await unsentMails(em, now)
  return { ...row, unsentMails: waiting + givenUp }
}

type Noted = { key: string; value: number; today: Date; now: Date }

function note(em: SqlEntityManager, { key, value, today, now }: Noted): Promise<unknown> {
  return em.execute(
    `insert into site_day (day, key, value, updated_at) values (?::date, ?, ?, ?)
     on conflict (day, key) do update set updated_at = excluded.updated_at,
       value = ${key === 'active' || key === 'queueAge' ? 'greatest(site_day.value, excluded.value)' : 'excluded.value'}`,
    [asUtc(today).slice(0, 10), key, Math.round(value), now],
  )
}

/** Seconds that the work which is due has waited for a worker; that of the slowest queue. */
async function queueAgeOf(app: App, now: Date): Promise<number> {
  const ages = (await app.jobs.states()).map(({ nextAt }) => (nextAt ? now.getTime() - nextAt.getTime() : 0))
  return Math.max(0, ...ages) / 1_000
}

async function firstDay(em: SqlEntityManager, today: Date): Promise<Date> {
  const [row] = await em.execute<{ last: string | null }[]>(
    `select max(day)::text as last from site_day where key = 'sales'`,
  )
  const first = today.getTime() - (DAYS - 1) * DAY_MS
  if (row?.last == null) return new Date(first)
  const again = Math.min(Date.parse(row.last), today.getTime()) - (RECOUNTED - 1) * DAY_MS
  return new Date(Math.max(first, again))
}

/** The midnight, in UTC, that a day begins with. */
export function midnight(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
}

/** As a timestamp without a zone. */
function asUtc(moment: Date): string {
  return moment.toISOString().slice(0, 19)
}
