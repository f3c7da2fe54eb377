import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import { closeDue } from './commands.ts'

/** Has recordings made that nobody was heard of in time. */
export const closeDueJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'recordings.close-due', everySeconds: 60 },
  async run(app, signal) {
    await closeDueRecordings(app, signal)
  },
}

/** Does the work of the job; answers how many there were. */
export async function closeDueRecordings(app: App, signal?: AbortSignal): Promise<number> {
  const rows = await app.orm.em
    .fork()
    .execute<{ id: string }[]>(
      `select stream_id as id from stream_recording where status = 'waiting' and due_at <= ? order by due_at`,
      [app.clock()],
    )
  return workThrough(app, rows, { work: ({ id }) => transact(app, null, (tx) => closeDue(tx, id)), signal })
}
