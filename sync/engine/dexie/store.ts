import { Dexie } from 'dexie'
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
  Span,
  StoredRow,
  StoreTable,
  StoreTx,
  Upload,
} from '../store.ts'
import { MANY } from './live-changes.ts'
import type { LiveChanges } from './live-changes.ts'
import { reopening } from './reopening.ts'
import type { Connection } from './reopening.ts'
import { answerOf, readIn, writeIn } from './transaction.ts'
import type { NativeTable } from './transaction.ts'

const engineTables = ['outbox', 'base', 'spaces', 'uploads', 'blobs', 'meta']

const scopes: Record<Scope, string[]> = {
  replica: engineTables,
  all: [...engineTables, 'drafts'],
  outbox: ['outbox', 'spaces', 'uploads', 'meta'],
  files: ['uploads', 'blobs'],
  drafts: ['drafts'],
  unsent: ['outbox', 'drafts', 'uploads', 'blobs'],
}

const pending: Record<Exclude<OutboxRecord['state'], 'rejected'>, true> = {
  waiting: true,
  sending: true,
  cancelling: true,
}

/** The client store in an IndexedDB database that Dexie has opened. */
export function dexieStore(connection: Connection, collections: string[], log: Log): ClientStore {
  const tablesOf = (scope: Scope) => [...scopes[scope], ...(scope === 'replica' || scope === 'all' ? collections : [])]
  return {
    collections,
    read: (scope, work) =>
      reopening(connection, log, (db) => readIn(db, tablesOf(scope), (table) => work(storeTx(table)))),
    async write(durability, scope, work) {
      const { result, changes } = await reopening(connection, log, (db) =>
        writeIn(db, { tables: tablesOf(scope), durability }, (table) => work(storeTx(table))),
      )
      tell(changes, log)
      return result
    },
  }
}

/** A listener has no say in the commit. */
function tell(changes: LiveChanges, log: Log): void {
  try {
    changes.tell()
  } catch (cause) {
    log({ level: 'warn', message: 'a live query could not be told of a change', cause })
  }
}

function storeTx(table: (name: string) => NativeTable): StoreTx {
  return {
    rows: (collection) => rowTable(table(collection)),
    get base() {
      return storeTable<BaseRecord, [string, string]>(table('base'))
    },
    get outbox() {
      return outboxTable(table('outbox'))
    },
    get spaces() {
      return storeTable<SpaceRecord, string>(table('spaces'))
    },
    get drafts() {
      return storeTable<Draft, string>(table('drafts'))
    },
    get uploads() {
      return storeTable<Upload, string>(table('uploads'))
    },
    get blobs() {
      return storeTable<BlobRecord, string>(table('blobs'))
    },
    get meta() {
      return storeTable<MetaRecord, string>(table('meta'))
    },
  }
}

type Key = string | number | [string, string]

/** A range of keys for the storage that Dexie has, which need not be the browser's own. */
function rangeOf(from: unknown, to: unknown): IDBKeyRange {
  return Dexie.dependencies.IDBKeyRange.bound(from, to)
}

/** Work may ask for several things at once: one that threw would leave the promises of the others to nobody. */
function storeTable<Value extends object, K extends Key>(table: NativeTable): StoreTable<Value, K> {
  const { schema, changes } = table
  const deleteSpans = async (spans: Span<K>[]) => {
    const { rows } = table
    changes.delete(schema, spans)
    await unlessFew(spans.map(([from, to]) => rows.delete(rangeOf(from, to))))
  }
  return {
    get: (key) => answerOf(() => table.rows.get(key)),
    getMany: (keys) =>
      lastOf(() => {
        const { rows } = table
        return keys.map((key) => rows.get(key))
      }),
    all: () => answerOf(() => table.rows.getAll()),
    keys: () => answerOf(() => table.rows.getAllKeys()) as Promise<K[]>,
    put: async (values) => {
      const { rows } = table
      changes.put(schema, values)
      await unlessFew(values.map((value) => rows.put(value)))
    },
    delete: (keys) => deleteSpans(keys.map((key) => [key, key])),
    deleteSpans,
    clear: async () => {
      changes.everything(schema)
      table.rows.clear()
    },
  }
}

function rowTable(table: NativeTable): RowTable {
  return {
    ...storeTable<StoredRow, string>(table),
    between: (ids, most) => answerOf(() => table.rows.getAll(rangeOf(ids[0], ids.at(-1)), most)),
    count: () => answerOf(() => table.rows.count()),
    idsOfSpace: (space) => answerOf(() => table.rows.index('$space').getAllKeys(space)) as Promise<string[]>,
  }
}

function outboxTable(table: NativeTable): OutboxTable {
  const { schema, changes } = table
  return {
    ...storeTable<OutboxRecord, number>(table),
    add: async (record) => {
      // The key generator fills it in.
      const order = (await answerOf(() => table.rows.add(record))) as number
      changes.put(schema, [{ ...record, order }])
      return order
    },
    byId: (id) => answerOf(() => table.rows.index('id').get(id)),
    // One count a state: a cursor would walk through all of them.
    count: async (states) => {
      if (!states) return answerOf(() => table.rows.count())
      const counts = await lastOf(() => states.map((state) => table.rows.index('state').count(state)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    // An index knows the first record of each state, without a walk through the rejected ones.
    oldestPending: async () => {
      const first = (state: string) => table.rows.index('state').get(state) as IDBRequest<Found>
      const firsts = await lastOf(() => Object.keys(pending).map(first))
      return firsts.reduce((a, b) => (a && b && a.order < b.order ? a : (b ?? a)))
    },
  }
}

type Found = OutboxRecord | undefined

/** Nobody waits for a few: if one of them fails, so does the transaction. More would hold up what the page has to draw. */
async function unlessFew(requests: IDBRequest[]): Promise<void> {
  if (requests.length >= MANY) await lastOf(() => requests)
}

/** The answers of these requests, which arrive in order. */
async function lastOf<Result>(ask: () => IDBRequest<Result>[]): Promise<Result[]> {
  const requests = ask()
  const last = requests.at(-1)
  if (last) await answerOf(() => last)
  return requests.map(({ result }) => result)
}
