import { Dexie } from 'dexie'
import type { Log } from '../local/replica.ts'
import { notifyOfEverything } from './live-changes.ts'
import { CannotBegin } from './transaction.ts'

/** `closed` for good, by the app or because the database was removed: it must not come back, empty, by being asked. */
export type Connection = { db: Dexie; closed: boolean }

/** Runs a transaction, and once more over a fresh connection when the old one turns out to be lost. */
export async function reopening<Result>(
  connection: Connection,
  log: Log,
  run: (db: Dexie) => Promise<Result>,
): Promise<Result> {
  const { db } = connection
  await open(connection)
  const used = db.backendDB()
  try {
    return await run(db)
  } catch (cause) {
    if (!isLost(cause)) throw cause
    // Somebody else may have opened it again by now.
    if (db.backendDB() === used) db.close({ disableAutoOpen: false })
    await open(connection)
    log({ level: 'warn', message: 'the connection to the database was lost and is opened again', cause })
    // The commit may have happened, and only its confirmation been lost.
    return await run(db).finally(notifyOfEverything)
  }
}

/** Also where it is open: it may just be made or upgraded. */
async function open({ db, closed }: Connection): Promise<void> {
  if (closed) throw new Dexie.DatabaseClosedError()
  await db.open()
}

/** How a connection that the browser has killed in the background shows itself; WebKit does that often. */
function isLost(cause: unknown): boolean {
  return cause instanceof CannotBegin || (cause instanceof DOMException && cause.name === 'UnknownError')
}
