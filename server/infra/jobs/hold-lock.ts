import type { MikroORM } from '@mikro-orm/postgresql'
import { poolOf } from '../database/pool-of.ts'

/**
 * Runs `work` while no other process on this database runs work of the same key. Gives false, and runs nothing, where one
 * does. PostgreSQL frees the lock when this process dies; `signal` aborts if the connection that holds the lock is lost.
 * The lock belongs to a transaction, because a pooler in front of PostgreSQL may move a session between connections.
 */
export async function holdLock(
  orm: MikroORM,
  key: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const pool = await poolOf(orm)
  const client = await pool.connect()
  const lost = new AbortController()
  const abort = () => lost.abort()
  client.once('end', abort)
  let released = false
  try {
    await client.query('begin')
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
      [key],
    )
    const isHeld = rows[0]?.held === true
    if (isHeld) await work(lost.signal)
    await client.query('commit')
    released = true
    return isHeld
  } finally {
    client.off('end', abort)
    // The lock ends with its connection where it could not be released.
    client.release(!released)
  }
}
