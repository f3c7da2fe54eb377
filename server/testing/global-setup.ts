import type { TestProject } from 'vitest/node'
import type { TestPostgres } from './postgres.ts'

/**
 * One PostgreSQL for the whole run, with a migrated template that each test file clones. With `TEST_POSTGRES`, which holds
 * `TestPostgres` as JSON, the run uses one that somebody else has started.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env['TEST_POSTGRES']
  if (shared !== undefined) {
    project.provide('postgres', JSON.parse(shared) as TestPostgres)
    return () => Promise.resolve()
  }
  // The whole server, which a run with a shared one does not read here.
  const { startMigratedPostgres } = await import('./migrated-postgres.ts')
  const { adminUrl, template, stop } = await startMigratedPostgres()
  project.provide('postgres', { adminUrl, template })
  return stop
}
