import type { App } from '../app.ts'
import { transact } from '../infra/database/transaction.ts'
import type { RecurringJob } from '../infra/jobs/job.ts'

/** Views are told apart by day for so many days, the present one included. */
export const VIEW_DAYS = 400

const DAY_MS = 86_400_000
const BATCH = 20_000
/** Stands for all days that are older. */
const BEFORE = '1970-01-01'

export const foldViewDaysJob: RecurringJob = {
  kind: 'recurring',
  name: 'statistics.fold-view-days',
  everySeconds: 86_400,
  async run(app, signal) {
    while ((await foldViewDays(app)) === BATCH) signal.throwIfAborted()
  },
}

/**
 * Adds the views of days that are older than `VIEW_DAYS` to one row of their thing and place: the figures of all time stay,
 * and the days are forgotten. Answers the number of rows that are gone, `BATCH` at most.
 */
export async function foldViewDays(app: App): Promise<number> {
  const first = new Date(app.clock().getTime() - (VIEW_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const [row] = await transact(app, null, ({ em }) =>
    em.execute<{ count: number }[]>(FOLD, [first, BEFORE, BATCH, BEFORE]),
  )
  return row?.count ?? 0
}

const FOLD = `with old as (
    delete from view_day d using (
      select ctid from view_day where day < ?::date and day > ?::date limit ?
    ) o where d.ctid = o.ctid returning d.object_id, d.source, d.views, d.looks
  ), folded as (
    insert into view_day (object_id, day, source, views, looks)
    select object_id, ?::date, source, sum(views), sum(looks) from old group by object_id, source
    on conflict (object_id, day, source)
    do update set views = view_day.views + excluded.views, looks = view_day.looks + excluded.looks
  )
  select count(*)::int as count from old`
