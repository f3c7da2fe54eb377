import type { MikroORM } from '@mikro-orm/postgresql'
import { StartupError } from '../../startup-error.ts'
import { makeEpoch, noteVersion } from '../sync/epoch.ts'
import { refuseNewerDatabase, renameStoredMigrations, VERSION } from './stored-migrations.ts'

/** Any fixed number: servers that start together on one database take turns by it. */
const MIGRATION_LOCK = 7_210_001

/**
 * Creates the database if there is none, brings its schema up to date, and gives it its identity (`Epoch`).
 * Throws `StartupError` when it cannot be reached, or a newer version has migrated it.
 */
export async function migrate(orm: MikroORM): Promise<void> {
  await reachDatabase(() => orm.schema.ensureDatabase())
  await orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK])
    await renameStoredMigrations(orm)
    await refuseNewerDatabase(orm)
    const applied = await orm.migrator.up()
    await makeEpoch(em)
    if (applied.length > 0) await noteVersion(em, VERSION)
  })
}

/** Throws `StartupError` unless a server of this version has brought the schema up to date. */
export async function requireMigrated(orm: MikroORM): Promise<void> {
  const pending = await reachDatabase(() => orm.migrator.getPending())
  if (pending.length > 0) throw new StartupError('The database is not up to date. Start the server first.')
  await refuseNewerDatabase(orm)
}

async function reachDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : String(cause)
    throw new StartupError(`The database cannot be used: ${reason}. Check DATABASE_URL.`, { cause })
  }
}
