import { DriverException } from '@mikro-orm/core'
import type { App } from '../../../../app.ts'
import { lockKey } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { earningDays } from './earning-lines.ts'

/*
 *   charge ──┐ insert: holds the lock shared; joins earning_day by itself where its day is folded already
 *   refund ──┘
 *   fold ────→ takes the lock alone, for one day: all sales of that day are committed, or will see that it is folded
 */

/** How long the fold may hold up sales while it waits for those that have begun. */
const LOCK_WAIT = '300ms'

export const foldEarningDaysJob: RecurringJob = {
  kind: 'recurring',
  name: 'money.fold-earning-days',
  everySeconds: 600,
  async run(app, signal) {
    await foldEarningDays(app, signal)
  },
}

/** Folds the days that have ended, one in each transaction. Ends early where sales under way hold it up. Answers how many. */
export async function foldEarningDays(app: App, signal?: AbortSignal): Promise<number> {
  let folded = 0
  try {
    while (!signal?.aborted && (await transact(app, null, foldNext))) folded += 1
  } catch (error) {
    if (!isLockTimeout(error)) throw error
  }
  return folded
}

/** Waits until no sale is under way, and keeps new ones waiting until the transaction ends. Throws after 300 ms. */
export async function closeSales({ em }: Pick<Tx, 'em'>): Promise<void> {
  await em.execute(`set local lock_timeout = '${LOCK_WAIT}'`)
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lockKey('earning-days', '')])
}

/** True where sales were under way for so long that the lock was given up. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DriverException && error.code === '55P03'
}

/** Answers false where all days that have ended are folded. */
async function foldNext(tx: Tx): Promise<boolean> {
  const today = `${tx.now.toISOString().slice(0, 10)}T00:00:00Z`
  // Without the lock: most of the time no day is due, and sales would wait for nothing.
  const [due] = await tx.em.execute<unknown[]>(NEXT, [today, today, today])
  if (!due) return false
  await closeSales(tx)
  const [next] = await tx.em.execute<{ start: string | null }[]>(NEXT, [today, today, today])
  if (!next) return false
  const { start } = next
  if (start !== null) await tx.em.execute(FOLD, [start, start, start, start])
  await tx.em.execute(CLOSE, [start, today])
  return start !== null
}

/** The first moment of the next day with a sale or a refund, null where none is left; no row where today is next. */
const NEXT = `select date_trunc('day', made.at, 'UTC') as start
  from (select coalesce((select until from earning_fold), '-infinity'::timestamptz) as until) as f
  cross join lateral (
    select least(
      (select min(created_at) from charge where created_at >= f.until and created_at < ?),
      (select min(created_at) from charge_refund where created_at >= f.until and created_at < ?)
    ) as at
  ) as made
  where f.until < ?`

const FOLD = `insert into earning_day (performer_id, day, type, sales, tax, commission, net, refunds)
  ${earningDays({
    sale: `c.created_at >= ? and c.created_at < ?::timestamptz + interval '24 hours'`,
    refund: `r.created_at >= ? and r.created_at < ?::timestamptz + interval '24 hours'`,
  })}`

const CLOSE = `insert into earning_fold (id, until) values (1, coalesce(?::timestamptz + interval '24 hours', ?::timestamptz))
  on conflict (id) do update set until = excluded.until`
