import type { MikroORM } from '@mikro-orm/postgresql'
import { StartupError } from '../../startup-error.ts'

/** Any fixed number: servers that start together on one database take turns by it. */
const MIGRATION_LOCK = 7_210_001

/**
 * Creates the database if there is none, brings its schema up to date, gives it its identity (`Epoch`), and begins a
 * run. Throws `StartupError` when it cannot be reached.
 */
export async function migrate(orm: MikroORM): Promise<void> {
  await reachDatabase(() => orm.schema.ensureDatabase())
  await orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK])
    await orm.migrator.up()
    // During a deployment, servers that do not know this table begin runs, too.
    await em.execute('insert into server_run (run) select run from epoch on conflict do nothing')
    await em.execute(
      `with begun as (
         insert into epoch (singleton, epoch, run) values (1, gen_random_uuid(), ?)
         on conflict (singleton) do update set run = greatest(epoch.run + 1, excluded.run)
         returning run
       )
       insert into server_run (run) select run from begun`,
      [Date.now()],
    )
  })
}

/** Throws `StartupError` unless a server has brought the schema up to date. */
export async function requireMigrated(orm: MikroORM): Promise<void> {
  const pending = await reachDatabase(() => orm.migrator.getPending())
  if (pending.length > 0) throw new StartupError('The database is not up to date. Start the server first.')
}

async function reachDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : String(cause)
    throw new StartupError(`The database cannot be used: ${reason}. Check DATABASE_URL.`, { cause })
  }
}
