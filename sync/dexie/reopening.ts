import type { Dexie } from 'dexie'
import type { Log } from '../local/replica.ts'

/** How a connection that the browser has killed in the background shows itself; WebKit does that often. */
const LOST = new Set(['InvalidStateError', 'UnknownError', 'DatabaseClosedError'])

/** `closed` for good, by the app or because the database was removed: it must not come back, empty, by being asked. */
export type Connection = { db: Dexie; closed: boolean }

/** Runs a transaction, and once more over a fresh connection when the old one turns out to be lost. */
export async function reopening<Result>(
  connection: Connection,
  log: Log,
  run: (db: Dexie) => PromiseLike<Result>,
): Promise<Result> {
  const { db } = connection
  try {
    return await run(db)
  } catch (cause) {
    if (connection.closed || !isLost(cause)) throw cause
    log({ level: 'warn', message: 'the connection to the database was lost and is opened again', cause })
    db.close({ disableAutoOpen: false })
    await db.open()
    return await run(db)
  }
}

function isLost(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { inner } = cause as { inner?: unknown }
  return LOST.has(cause.name) || (inner instanceof Error && LOST.has(inner.name))
}
