import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { workThrough } from '../../../../infra/jobs/work-through.ts'
import { releaseHold } from './commands.ts'

const BATCH = 200

/** Gives tokens back that were kept for longer than anything takes. */
export const releaseHoldsJob: RecurringJob = {
  kind: 'recurring',
  name: 'money.release-holds',
  everySeconds: 60,
  run: async (app, signal) => releaseDue(app, signal),
}

/** Releases the holds whose time is over: a batch of them at a time. */
export async function releaseDue(app: App, signal?: AbortSignal): Promise<void> {
  const due = await app.orm.em
    .fork()
    .execute<{ id: string }[]>(
      `select distinct group_id as id from money_hold where state = 'open' and expires_at <= ? limit ?`,
      [app.clock(), BATCH],
    )
  await workThrough(app, due, { work: ({ id }) => transact(app, null, (tx) => releaseHold(tx, id)), signal })
}
