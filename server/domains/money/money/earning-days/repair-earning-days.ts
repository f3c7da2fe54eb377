import type { App } from '../../../../app.ts'
import { readSnapshot } from '../../../../infra/database/read-snapshot.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { earningDays } from './earning-lines.ts'
import { closeSales, isLockTimeout } from './fold-earning-days.ts'

const DAY_SECONDS = 24 * 60 * 60

/** A day of a creator whose sums are not those of the sales and refunds. */
type WrongDay = { performerId: string; day: string }

/** Compares the sums of days with the sales and refunds once a day. A difference is logged as an error, and repaired. */
export const checkEarningDaysJob: RecurringJob = {
  kind: 'recurring',
  name: 'money.check-earning-days',
  everySeconds: DAY_SECONDS,
  async run(app) {
    await repairEarningDays(app)
  },
}

/** Repairs the days whose sums are wrong, as far as no sale holds them up. Answers the wrong ones. */
export async function repairEarningDays(app: App): Promise<WrongDay[]> {
  const wrong = await readSnapshot(app, (em) => em.execute<WrongDay[]>(WRONG))
  if (wrong.length > 0) app.log.error({ days: wrong.slice(0, 20), count: wrong.length }, 'the sums of days are wrong')
  for (const { performerId, day } of wrong) {
    const repaired = transact(app, null, async (tx) => {
      await closeSales(tx)
      await tx.em.execute('delete from earning_day where performer_id = ? and day = ?::date', [performerId, day])
      await tx.em.execute(AGAIN, [performerId, day, day, performerId, day, day])
    })
    await repaired.catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error
      app.log.warn({ performerId, day }, 'sales held up the repair of a day: the next look repairs it')
    })
  }
  return wrong
}

const WRONG = `select distinct performer_id as "performerId", day::text as day
  from (
    select *, 1 as side from earning_day
    union all
    select *, -1 from (${earningDays({ sale: beforeUntil('c'), refund: beforeUntil('r') })}) as made
  ) as both_sides
  group by performer_id, day, type
  having sum(side * sales) <> 0 or sum(side * tax) <> 0 or sum(side * commission) <> 0 or sum(side * net) <> 0
    or sum(side * refunds) <> 0`

const AGAIN = `insert into earning_day (performer_id, day, type, sales, tax, commission, net, refunds)
  ${earningDays({ sale: ofDay('c'), refund: ofDay('r') })}`

function beforeUntil(row: string): string {
  return `${row}.created_at < (select until from earning_fold)`
}

function ofDay(row: string): string {
  return `c.performer_id = ? and ${row}.created_at >= ?::date at time zone 'UTC'
    and ${row}.created_at < (?::date + 1) at time zone 'UTC'`
}
