import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { StartupError } from '../../startup-error.ts'
import { LOCKS_APPLICATION } from '../database/direct-session.ts'
import { createBoss } from './create-boss.ts'

const manifest = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } }

/** The version of the tables of queues that this release works with. */
export const QUEUE_VERSION = manifest.pgboss.schema

/** Milliseconds between two looks whether the indexes of the queues are built, and how long that may take. */
const LOOK_MS = 200
const PATIENCE_MS = 15 * 60_000
/** Processes that run jobs are given so long to end before the tables under them change. */
const WORKERS_END_MS = 60_000

const UNBUILT = `select from pgboss.bam where status <> 'completed' limit 1`

/** `stored`: the version of the tables, null without any. `isWhole`: none of their indexes is to be built any more. */
export type QueueState = { stored: number | null; isWhole: boolean }

export async function readQueueState(orm: Pick<MikroORM, 'em'>): Promise<QueueState> {
  const em = orm.em.fork()
  const [made] = await em.execute<{ is: boolean }[]>(`select to_regclass('pgboss.version') is not null as is`)
  if (made?.is !== true) return { stored: null, isWhole: false }
  const [row] = await em.execute<{ version: number }[]>('select version from pgboss.version')
  const stored = row?.version ?? null
  return { stored, isWhole: stored === QUEUE_VERSION && (await em.execute(UNBUILT)).length === 0 }
}

/** Throws `StartupError` where another release has made the tables of the queues, or none. */
export async function requireQueueVersion(orm: Pick<MikroORM, 'em'>): Promise<void> {
  const { stored } = await readQueueState(orm)
  if (stored === QUEUE_VERSION) return
  if (stored !== null && stored > QUEUE_VERSION) {
    throw new StartupError(
      `A newer version of Vesper has changed the tables of the job queues: they have version ${stored}, and this one knows ` +
        `${QUEUE_VERSION}. Start the newer version again, or restore a backup from before the update.`,
    )
  }
  const found = stored === null ? 'are not there' : `have version ${stored}`
  throw new StartupError(
    `The tables of the job queues ${found}, and this version needs ${QUEUE_VERSION}. Start the server with MIGRATE=start first.`,
  )
}

/**
 * Makes the tables of the queues, or brings older ones up to date, with the indexes that are built beside writers. One process
 * at a time calls it, before it runs jobs. `url` is a session past any pooler. Throws `StartupError` where older tables are to change
 * while other processes go on running jobs.
 */
export async function migrateQueues(
  url: string,
  { stored }: Pick<QueueState, 'stored'>,
  workersEndMs = WORKERS_END_MS,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'vesper migrations' })
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query({ text, values: values ?? [] }) }
  const boss = createBoss(db, { supervise: false, migrate: true })
  let failure: Error | null = null
  boss.on('error', (error) => (failure ??= error))
  const until = Date.now() + PATIENCE_MS
  try {
    if (stored !== null && stored < QUEUE_VERSION) await workersEnded(pool, workersEndMs)
    await boss.start()
    while ((await pool.query(UNBUILT)).rows.length > 0) {
      if (failure || Date.now() > until) {
        throw new StartupError('An index of the job queues could not be built. Start again.', { cause: failure })
      }
      await delay(LOOK_MS)
    }
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
}

async function workersEnded(pool: pg.Pool, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs
  const running = 'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1'
  while ((await pool.query(running, [LOCKS_APPLICATION])).rows.length > 0) {
    if (Date.now() > until) {
      throw new StartupError(
        'The tables of the job queues change with this version. Stop every server and worker that runs jobs, then start again.',
      )
    }
    await delay(LOOK_MS)
  }
}
