import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { StartupError } from '../../startup-error.ts'
import { migrateQueues, QUEUE_VERSION, readQueueState, requireQueueVersion } from '../jobs/migrate-queues.ts'
import type { QueueState } from '../jobs/migrate-queues.ts'
import { hasEpoch, makeEpoch, noteVersion } from '../sync/epoch.ts'
import { openMigrator } from './orm.ts'
import { refuseNewerDatabase, renameStoredMigrations, VERSION } from './stored-migrations.ts'

/** Any fixed number: servers that start together on one database take turns by it. */
const MIGRATION_LOCK = 7_210_001
/** Milliseconds between two looks whether another server has migrated; the half of it is spread. */
const LOOK_MS = 200
/** A server that does not migrate waits so long for one that does. */
const PATIENCE_MS = 15 * 60_000
/** A statement waits for a lock 3 s at most, so that writers behind it wait no longer. It is tried so often. */
const ATTEMPTS = 20
const PAUSE_MS = 1_000

/**
 * `start`: the server migrates. `wait`: it waits until another one has. `off`: it refuses to start before. `url` is a session
 * past any pooler, by default the address of the ORM.
 */
export type MigrateOptions = { mode?: 'start' | 'wait' | 'off'; url?: string }

/**
 * Creates the database if there is none, brings its schema up to date, and gives it its identity (`Epoch`).
 * Throws `StartupError` when it cannot be reached, or a newer version has migrated it.
 *
 * Servers look for the lock again and again instead of waiting for it: an index that is built beside writers waits for all
 * transactions, and so for a server that waits inside one.
 */
export async function migrate(
  orm: MikroORM,
  { mode = 'start', url = addressOf(orm) }: MigrateOptions = {},
): Promise<void> {
  if (mode === 'off') return requireMigrated(orm)
  await findDatabase(orm, mode)
  const until = Date.now() + PATIENCE_MS
  while (!(await isUpToDate(orm, mode))) {
    if (mode === 'start' && (await inTurn(url, () => migrateAlone(orm, url)))) break
    if (Date.now() > until)
      throw new StartupError('No server has brought the database up to date. Start one with MIGRATE=start.')
    await delay(LOOK_MS * (0.5 + Math.random()))
  }
  await refuseNewerDatabase(orm)
  await requireQueueVersion(orm)
}

/** Creates the database if there is none and this server migrates. Throws `StartupError` when it cannot be reached. */
export async function findDatabase(orm: MikroORM, mode: MigrateOptions['mode'] = 'off'): Promise<void> {
  await reachDatabase<unknown>(() =>
    mode === 'start' ? orm.schema.ensureDatabase() : orm.em.fork().execute('select 1'),
  )
}

/** Throws `StartupError` unless a server of this version has brought the schema up to date. */
export async function requireMigrated(orm: MikroORM): Promise<void> {
  const pending = await reachDatabase(() => orm.migrator.getPending())
  if (pending.length > 0) throw new StartupError('The database is not up to date. Start the server first.')
  await refuseNewerDatabase(orm)
  await requireQueueVersion(orm)
}

/** Runs `work` while no other server migrates; answers false, and runs nothing, where one does. */
export async function inTurn(url: string, work: () => Promise<void>): Promise<boolean> {
  const session = new pg.Client({ connectionString: url, application_name: 'vesper migrations', keepAlive: true })
  session.on('error', () => {})
  try {
    await session.connect()
    const { rows } = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [MIGRATION_LOCK])
    if (rows[0]?.held !== true) return false
    try {
      await work()
    } finally {
      // A pooler keeps the session, and with it the lock.
      await session.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    }
    return true
  } finally {
    // The lock ends with its session at the latest.
    await session.end().catch(() => {})
  }
}

/** Runs the migrations of a folder that the database lacks. Answers how many there were. */
export async function runPending(url: string, path: string): Promise<number> {
  const orm = await openMigrator(url, path)
  try {
    // An attempt that gives way may have applied some.
    const { length: lacking } = await pastPooler(() => orm.migrator.getPending())
    for (let attempt = 1; ; attempt += 1) {
      try {
        const pending = await orm.migrator.getPending()
        if (pending.length > 0) {
          await dropBroken(orm, pending.map(({ name }) => sourceOf(path, name)).join('\n'))
          await orm.migrator.up()
        }
        return lacking
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        if (attempt === ATTEMPTS) {
          throw new StartupError('A long transaction keeps the database from being migrated. End it and start again.', {
            cause: error,
          })
        }
        await delay(PAUSE_MS)
      }
    }
  } finally {
    await orm.close(true)
  }
}

async function migrateAlone(orm: MikroORM, url: string): Promise<void> {
  await renameStoredMigrations(orm)
  await refuseNewerDatabase(orm)
  const { path = '' } = orm.config.get('migrations')
  const applied = await runPending(url, path)
  // Before this process runs jobs, and nowhere else: a normal start only looks at the version.
  const queues = await readQueueState(orm)
  if (needsQueues(queues)) await migrateQueues(url, queues)
  const em = orm.em.fork()
  await makeEpoch(em)
  if (applied > 0) await noteVersion(em, VERSION)
}

/** True where nothing is to be migrated. Reads only. */
async function isUpToDate(orm: MikroORM, mode: 'start' | 'wait'): Promise<boolean> {
  const em = orm.em.fork()
  if (!(await reachDatabase(() => hasEpoch(em)))) return false
  if ((await orm.migrator.getPending()).length > 0) return false
  const queues = await readQueueState(orm)
  // A server that waits for another one needs no index that is still to be built.
  return mode === 'start' ? !needsQueues(queues) : (queues.stored ?? 0) >= QUEUE_VERSION
}

/** False for tables of a newer release, which are refused. */
function needsQueues({ stored, isWhole }: QueueState): boolean {
  return (stored ?? 0) < QUEUE_VERSION || (stored === QUEUE_VERSION && !isWhole)
}

function sourceOf(path: string, name: string): string {
  return readFileSync(join(path, `${name}.ts`), 'utf8')
}

/**
 * Drops indexes whose building beside writers was broken off, of those that the migrations in `source` name: a new attempt would
 * take them for made. Others may be under way by the hand of an operator.
 */
async function dropBroken(orm: MikroORM, source: string): Promise<void> {
  const em = orm.em.fork()
  const broken = await em.execute<{ name: string; bare: string }[]>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relname as bare
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where not i.indisvalid and n.nspname = current_schema()`,
  )
  const words = new Set(source.match(/\w+/g))
  for (const { name } of broken.filter(({ bare }) => words.has(bare)))
    await em.execute(`drop index concurrently if exists ${name}`)
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '55P03'
}

/** The first use of a session that has parameters of its own: a pooler may refuse them. */
async function pastPooler<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes('unsupported startup parameter'))) throw cause
    throw new StartupError(
      'A pooler refuses sessions that migrate. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, past the pooler.',
      { cause },
    )
  }
}

function addressOf(orm: MikroORM): string {
  return orm.config.get('clientUrl') ?? ''
}

async function reachDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : String(cause)
    throw new StartupError(`The database cannot be used: ${reason}. Check DATABASE_URL.`, { cause })
  }
}
