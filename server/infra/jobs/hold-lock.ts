import type { DirectSession } from '../database/direct-session.ts'
import type { Job } from './job.ts'

/**
 * Runs `work` while no other process on this database runs work of the same key. Gives false, and runs nothing, where one
 * does. PostgreSQL frees the lock when this process dies; `signal` aborts if the session that holds the lock is lost.
 * The lock belongs to the one session of the process: no connection of the pool is held, and no transaction is open.
 */
export async function holdLock(
  session: DirectSession,
  key: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lock = await session.tryLock(key)
  if (!lock) return false
  try {
    await work(lock.lost)
    return true
  } finally {
    await lock.release()
  }
}

/** The key of the lock that a run of a job holds: payloads of one key run one after another. */
export function lockOf(job: Job, payload: object): string {
  return `job:${job.name}:${job.kind === 'queued' ? job.key(payload) : job.name}`
}
