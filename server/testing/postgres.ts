import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { startCluster } from './cluster.ts'

/** The connection that test files make databases with; the global set-up hands it to the test processes. */
export type TestPostgres = { adminUrl: string; template: string }

export type ClonedDatabase = {
  url: string
  /** Drops the database with whoever is still connected. */
  drop: () => Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

const TEMPLATE = 'vesper_template'

/**
 * Starts one PostgreSQL for a whole test run and has `migrate` build the template in it. `migrate` closes its
 * connections: a database that someone is connected to cannot be cloned.
 */
export async function startTestPostgres(
  migrate: (url: string) => Promise<void>,
): Promise<TestPostgres & { stop: () => Promise<void> }> {
  const cluster = await startCluster()
  try {
    const adminUrl = cluster.url('postgres')
    await execute(adminUrl, `create database ${TEMPLATE}`)
    await migrate(cluster.url(TEMPLATE))
    return { adminUrl, template: TEMPLATE, stop: cluster.stop }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** A migrated, empty database for the test file (or test) that asks. */
export async function cloneDatabase(postgres: TestPostgres = inject('postgres')): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await execute(postgres.adminUrl, `create database ${name} template ${postgres.template} strategy file_copy`)
  const url = new URL(postgres.adminUrl)
  url.pathname = name
  return { url: url.href, drop: () => execute(postgres.adminUrl, `drop database if exists ${name} with (force)`) }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
