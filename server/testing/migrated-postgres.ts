import { domains } from '../domains.ts'
import { migrate } from '../infra/database/migrate.ts'
import { openOrm } from '../infra/database/orm.ts'
import { createLog } from '../infra/http/log.ts'
import { openJobQueue } from '../infra/jobs/job-queue.ts'
import { startTestPostgres } from './postgres.ts'

/** A PostgreSQL with the template that test files clone: all tables and queues, and no rows. */
export function startMigratedPostgres(): ReturnType<typeof startTestPostgres> {
  return startTestPostgres(async (url) => {
    const orm = await openOrm(url, domains)
    await migrate(orm)
    // A test server finds its queues: making them takes longer than all else.
    const log = createLog('error')
    await (await openJobQueue({ orm, log, bus: null, jobs: domains.jobs, maintains: false })).close()
    await orm.close(true)
  })
}
