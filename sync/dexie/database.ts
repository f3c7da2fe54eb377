import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import type { Log } from '../local/replica.ts'
import type { CollectionOf, Model, RowOf } from '../model.ts'
import type {
  BaseRecord,
  BlobRecord,
  ClientStore,
  Draft,
  MetaRecord,
  OutboxRecord,
  SpaceRecord,
  Upload,
} from '../store.ts'
import type { Connection } from './reopening.ts'
import { dexieStore } from './store.ts'

const OPEN_NOTICE_MS = 1_500

/** The tables of an account's database, as live queries see them. */
export type Db<M extends Model> = Dexie & {
  outbox: Table<OutboxRecord, number>
  base: Table<BaseRecord, [string, string]>
  spaces: Table<SpaceRecord, string>
  drafts: Table<Draft, string>
  uploads: Table<Upload, string>
  blobs: Table<BlobRecord, string>
  meta: Table<MetaRecord, string>
} & { [Name in CollectionOf<M>]: Table<RowOf<M, Name> & { $space?: string }, string> }

/**
 * One account's database. Two connections: Dexie sets the durability for a whole connection, and the outbox wants another
 * one than the caches. Live queries read `db`, and hear of what either connection writes.
 */
export type Database<D = Dexie> = { db: D; store: ClientStore; close(): Promise<void> }

export function databaseName({ product }: Pick<Model, 'product'>, account: string): string {
  return `${product}-${account}`
}

/** Opens the database of `account`, making it if it is not there. Rejects when the device's storage cannot be opened. */
export async function openDatabase<const M extends Model>(
  account: string,
  model: M,
  log: Log = () => {},
): Promise<Database<Db<M>>> {
  const strict = connect(account, model, { durability: 'strict', log })
  const relaxed = connect(account, model, { durability: 'relaxed', log })
  const notice = setTimeout(() => {
    log({ level: 'warn', message: 'the database takes long to open: another tab may hold an older version' })
  }, OPEN_NOTICE_MS)
  try {
    // The browser lets the second wait while the first makes or upgrades the tables.
    await Promise.all([strict.db.open(), relaxed.db.open()])
  } finally {
    clearTimeout(notice)
  }
  const close = async () => {
    for (const connection of [strict, relaxed]) closeForGood(connection)
  }
  const collections = Object.keys(model.collections)
  return { db: relaxed.db as Db<M>, store: dexieStore({ strict, relaxed, collections, log }), close }
}

/** Removes everything that the device has of `account`, the outbox too. */
export async function deleteDatabase(account: string, model: Pick<Model, 'product'>): Promise<void> {
  await Dexie.delete(databaseName(model, account))
}

function connect(
  account: string,
  model: Model,
  { durability, log }: { durability: 'strict' | 'relaxed'; log: Log },
): Connection {
  // Dexie's own cache of query results answers before the commit and hands out shared, frozen rows.
  const db = new Dexie(databaseName(model, account), { chromeTransactionDurability: durability, cache: 'disabled' })
  const rows: Record<string, string> = {}
  for (const [name, { indexes }] of Object.entries(model.collections)) rows[name] = ['_id', '$space', ...indexes].join()
  const version = db.version(model.storage).stores({
    outbox: '++order, &id, lane, state',
    base: '[collection+id]',
    spaces: 'space',
    drafts: 'key',
    uploads: 'fileId, state',
    blobs: 'fileId',
    meta: 'key',
    ...rows,
  })
  // [CURSOR-4] The app before may have left out what this one knows: everything is asked for again, and stays until it comes.
  version.upgrade(async (tx) => void (await tx.table('spaces').toCollection().modify({ version: 0 })))
  const connection: Connection = { db, closed: false }
  db.on('versionchange', ({ newVersion }) => {
    // Never in the way of an upgrade; what is asked of this connection later opens it again.
    if (newVersion) db.close({ disableAutoOpen: false })
    else closeForGood(connection)
    log({ level: 'warn', message: newVersion ? 'a newer app opens the database' : 'the database is removed' })
    return false
  })
  db.on('blocked', () => log({ level: 'warn', message: 'another tab holds an older version of the database open' }))
  db.on('close', () => log({ level: 'warn', message: 'the browser closed the database' }))
  return connection
}

function closeForGood(connection: Connection): void {
  connection.closed = true
  connection.db.close()
}
