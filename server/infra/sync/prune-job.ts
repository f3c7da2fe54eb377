import type { RecurringJob } from '../jobs/job.ts'
import { prune } from './prune.ts'

/** Keeps the rows that synchronisation needs from growing without end. */
export const pruneJob: RecurringJob = {
  kind: 'recurring',
  name: 'sync.prune',
  everySeconds: 3600,
  async run(app) {
    const removed = await prune(app)
    if (removed > 0) app.log.info({ removed }, 'old deletions and outcomes were removed')
  },
}
