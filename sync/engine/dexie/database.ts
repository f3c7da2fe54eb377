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
import { notifyOfEverything } from './live-changes.ts'
import type { Connection } from './reopening.ts'
import { dexieStore } from './store.ts'

const OPEN_NOTICE_MS = 1_500

/** The tables of an account's database; live queries hear of all but `base`, `blobs` and `meta`, the engine's own. */
export type Db<M extends Model> = Dexie & {
  outbox: Table<OutboxRecord, number>
  base: Table<BaseRecord, [string, string]>
  spaces: Table<SpaceRecord, string>
  drafts: Table<Draft, string>
  uploads: Table<Upload, string>
  blobs: Table<BlobRecord, string>
  meta: Table<MetaRecord, string>
} & { [Name in CollectionOf<M>]: Table<RowOf<M, Name> & { $space?: string }, string> }

/** One account's database: live queries read `db`, the engine reads and writes through `store`. */
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
  const connection = connect(account, model, log)
  const notice = setTimeout(() => {
    log({ level: 'warn', message: 'the database takes long to open' })
  }, OPEN_NOTICE_MS)
  try {
    await connection.db.open()
  } finally {
    clearTimeout(notice)
  }
  return {
    db: connection.db as Db<M>,
    store: dexieStore(connection, Object.keys(model.collections), log),
    close: async () => closeForGood(connection),
  }
}

/** Removes everything that the device has of `account`, the outbox too. */
export async function deleteDatabase(account: string, model: Pick<Model, 'product'>): Promise<void> {
  await Dexie.delete(databaseName(model, account))
}

function connect(account: string, model: Model, log: Log): Connection {
  // Dexie's own cache of query results hands out shared, frozen rows.
  const db = new Dexie(databaseName(model, account), { cache: 'disabled' })
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
  db.on('blocked', () => log({ level: 'warn', message: 'another tab holds an older version' }))
  db.on('close', () => {
    log({ level: 'warn', message: 'the browser closed the database' })
    // A commit that nobody has heard of may be among what was cut off.
    notifyOfEverything()
  })
  return connection
}

function closeForGood(connection: Connection): void {
  connection.closed = true
  connection.db.close()
}
