import type { Dexie, Table, Transaction } from 'dexie'
import { isOutOfRoom } from '../core/device-full.ts'
import type { Log } from '../local/replica.ts'
import type {
  BaseRecord,
  BlobRecord,
  ClientStore,
  Draft,
  MetaRecord,
  OutboxRecord,
  OutboxTable,
  RowTable,
  Scope,
  SpaceRecord,
  StoredRow,
  StoreTable,
  StoreTx,
  Upload,
} from '../store.ts'
import { reopening } from './reopening.ts'
import type { Connection } from './reopening.ts'

const engineTables = ['outbox', 'base', 'spaces', 'uploads', 'blobs', 'meta']

const scopes: Record<Scope, string[]> = {
  replica: engineTables,
  all: [...engineTables, 'drafts'],
  outbox: ['outbox', 'spaces', 'uploads', 'meta'],
  files: ['uploads', 'blobs'],
  drafts: ['drafts'],
  unsent: ['outbox', 'drafts', 'uploads', 'blobs'],
}

/** The client store over two connections to one IndexedDB database. */
export function dexieStore({
  strict,
  relaxed,
  collections,
  log,
}: {
  strict: Connection
  relaxed: Connection
  collections: string[]
  log: Log
}): ClientStore {
  const tablesOf = (scope: Scope) => [...scopes[scope], ...(scope === 'replica' || scope === 'all' ? collections : [])]
  return {
    collections,
    read: (scope, work) =>
      reopening(relaxed, log, (db) => db.transaction('r', tablesOf(scope), (tx) => work(storeTx(tx)))),
    write: (durability, scope, work) => {
      const connection = durability === 'strict' ? strict : relaxed
      return reopening(connection, log, (db) => writeIn(db, tablesOf(scope), work))
    },
  }
}

/** Of a transaction that the browser has aborted for lack of room, a request may say no more than that it was aborted. */
async function writeIn<Result>(db: Dexie, tables: string[], work: (tx: StoreTx) => Promise<Result>): Promise<Result> {
  let native: IDBTransaction | undefined
  try {
    return await db.transaction('rw', tables, (tx) => {
      native = tx.idbtrans
      return work(storeTx(tx))
    })
  } catch (cause) {
    throw isOutOfRoom(native?.error) ? native?.error : cause
  }
}

/** Tables are taken from the transaction itself, so that nothing depends on Dexie following it through `await`. */
function storeTx(tx: Transaction): StoreTx {
  return {
    rows: (collection) => rowTable(tx.table<StoredRow, string>(collection)),
    get base() {
      return storeTable(tx.table<BaseRecord, [string, string]>('base'))
    },
    get outbox() {
      return outboxTable(tx.table<OutboxRecord, number>('outbox'))
    },
    get spaces() {
      return storeTable(tx.table<SpaceRecord, string>('spaces'))
    },
    get drafts() {
      return storeTable(tx.table<Draft, string>('drafts'))
    },
    get uploads() {
      return storeTable(tx.table<Upload, string>('uploads'))
    },
    get blobs() {
      return storeTable(tx.table<BlobRecord, string>('blobs'))
    },
    get meta() {
      return storeTable(tx.table<MetaRecord, string>('meta'))
    },
  }
}

function storeTable<Value, Key>(table: Table<Value, Key>): StoreTable<Value, Key> {
  return {
    get: (key) => table.get(key),
    getMany: (keys) => table.bulkGet(keys),
    all: () => table.toArray(),
    keys: () => table.toCollection().primaryKeys(),
    put: async (values) => void (await table.bulkPut(values)),
    delete: (keys) => table.bulkDelete(keys),
    clear: () => table.clear(),
  }
}

function rowTable(table: Table<StoredRow, string>): RowTable {
  return {
    ...storeTable(table),
    count: () => table.count(),
    idsOfSpace: (space) => table.where('$space').equals(space).primaryKeys(),
  }
}

function outboxTable(table: Table<OutboxRecord, number>): OutboxTable {
  return {
    ...storeTable(table),
    // The key generator fills in `order`.
    add: (record) => table.add(record as OutboxRecord),
    byId: (id) => table.where('id').equals(id).first(),
    // One native count a state: `anyOf` would walk through all of them.
    count: async (states) => {
      if (!states) return table.count()
      const counts = await Promise.all(states.map((state) => table.where('state').equals(state).count()))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    oldestPending: () =>
      table
        .orderBy('order')
        .filter(({ state }) => state !== 'rejected')
        .first(),
  }
}
