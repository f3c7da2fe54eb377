import type { TestProject } from 'vitest/node'
import { migrate } from '../infra/database/migrate.ts'
import { openOrm } from '../infra/database/orm.ts'
import { startTestPostgres } from './postgres.ts'

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template, stop } = await startTestPostgres(async (url) => {
    const orm = await openOrm(url)
    await migrate(orm)
    await orm.close(true)
  })
  project.provide('postgres', { adminUrl, template })
  return stop
}
