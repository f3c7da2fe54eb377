import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql'

/*
 * A database that comes back from a backup, or from a standby that had not everything, goes on in another history:
 *
 *   timeline 1   ─┬──────┬──────  lost
 *   timeline 2    └─────────────  the present database
 *
 * - PostgreSQL begins a new timeline with each recovery to a point and each promotion of a standby.
 * - A copied disk keeps its timeline. Its log ends before the position that a running server has seen.
 * - A dump in another cluster has another system identifier.
 * - A dump that is restored in the same cluster makes its tables anew, so that the number of each differs from the one that
 *   the dump has brought along. This tells of a restore while no server ran, too.
 * - Some managed databases hide timelines. The start of the database process stands for them there: it changes where all
 *   connections are lost.
 */

/** The mark of a history that is known by the start of the database process. `raise_spaces` knows it, too. */
const BY_START = 'start:'

/** How a database tells of its history: by its timeline, or where its role may not read that, by its start. */
export type Readable = 'timeline' | 'start'

/** The columns `history` and `lsn` of a statement: the present history, and how far its log is stored (bytes). */
export function historyColumns(readable: Readable): string {
  if (readable === 'timeline') return `${TIMELINE} as history, pg_current_wal_flush_lsn() - '0/0' as lsn`
  return `${START} as history, 0 as lsn`
}

/** The numbers of the database and of the table of the epoch `e`, by which a restored dump is known. */
export const OIDS_OF_E = `(select d.oid from pg_database d where d.datname = current_database()) || '/' || e.tableoid`

const TIMELINE = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'
const START = `'${BY_START}' || extract(epoch from pg_postmaster_start_time())`

/** True where the present history is another one than the stored one; false where the two cannot be compared. */
export function isOther(stored: string | null, present: string): boolean {
  return stored !== null && stored !== present && stored.startsWith(BY_START) === present.startsWith(BY_START)
}

/** The role may not call this function, or this kind of PostgreSQL has none. */
const UNREADABLE: ReadonlySet<unknown> = new Set(['42501', '42883', '0A000'])

/** Tries whether the role of this connection may read timelines. */
export async function tryTimeline(orm: MikroORM): Promise<Readable> {
  const read = await tryReading<{ history: string }>(orm.em.fork(), `select ${historyColumns('timeline')}`)
  return read ? 'timeline' : 'start'
}

/** The identifier of the cluster; null where the role may not read it. */
export async function readSystem(em: SqlEntityManager): Promise<string | null> {
  const read = await tryReading<{ system: string }>(em, 'select system_identifier as system from pg_control_system()')
  return read?.system ?? null
}

async function tryReading<Row>(em: SqlEntityManager, statement: string): Promise<Row | null> {
  try {
    const [row] = await em.execute<Row[]>(statement)
    return row ?? null
  } catch (error) {
    if (UNREADABLE.has((error as { code?: unknown }).code)) return null
    throw error
  }
}
