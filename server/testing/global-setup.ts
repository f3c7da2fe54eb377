import type { TestProject } from 'vitest/node'
import { migrate } from '../infra/database/migrate.ts'
import { domains } from '../domains.ts'
import { openOrm } from '../infra/database/orm.ts'
import { createLog } from '../infra/http/log.ts'
import { openJobQueue } from '../infra/jobs/job-queue.ts'
import { startTestPostgres } from './postgres.ts'

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template, stop } = await startTestPostgres(async (url) => {
    const orm = await openOrm(url, domains)
    await migrate(orm)
    // A test server finds its queues: making them takes longer than all else.
    await (await openJobQueue({ orm, log: createLog('error'), jobs: domains.jobs, maintains: false })).close()
    await orm.close(true)
  })
  project.provide('postgres', { adminUrl, template })
  return stop
}
