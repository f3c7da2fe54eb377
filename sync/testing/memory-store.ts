import type {
  BlobRecord,
  ClientStore,
  OutboxRecord,
  OutboxTable,
  RowTable,
  StoredRow,
  StoreTable,
  StoreTx,
} from '../engine/store.ts'
import type { Disk } from './disk.ts'

type Key = string | number | [string, string]
type Entry = { key: Key; value: unknown }
type Tables = Map<string, Map<string, Entry>>

/** `isForgetful`: says 'kept' before it has kept; `hidesFull`: says 'kept' where it has no room. */
type Flaws = { isForgetful?: boolean | undefined; hidesFull?: boolean | undefined }

/** A database in memory, shared by those who connect: what the tabs of one device have. */
export class MemoryDatabase implements Disk {
  readonly collections: readonly string[]
  /** The capacity of the disk in characters: a transaction that grows the database beyond it fails. Null for no end. */
  limit: number | null = null
  #tables: Tables = new Map()
  #lastOrder = 0
  #queue: Promise<unknown> = Promise.resolve()

  /** As of the last strict commit. */
  #flushed: Tables = new Map()
  /** The remains of a forgetful database after a crash. */
  #disk: Tables = new Map()
  #writes = 0
  readonly #flaws: Flaws

  constructor(collections: readonly string[], flaws: Flaws = {}) {
    this.collections = collections
    this.#flaws = flaws
  }

  /** `kill` is what a crash does: nothing more is committed, and no promise of this connection settles. */
  connect(): { store: ClientStore; kill: () => void } {
    let alive = true
    const transact = <Result>(work: (tx: StoreTx) => Promise<Result>, isStrict = false): Promise<Result> =>
      this.#transact(work, { isAlive: () => alive, isStrict })
    const store: ClientStore = {
      collections: this.collections,
      read: (_scope, work) => transact(work),
      write: (durability, _scope, work) => transact(work, durability === 'strict'),
    }
    const kill = () => {
      alive = false
      if (this.#flaws.isForgetful) this.#tables = this.#disk
    }
    return { store, kill }
  }

  /** A loss of power takes whatever was committed since the last strict commit. Connections are killed before. */
  cutPower(): void {
    this.#tables = this.#flushed
  }

  /** How much is on the disk, in characters. */
  get size(): number {
    return sizeOf(this.#tables)
  }

  /** A copy of the whole database, as a restored or cloned profile has it. */
  clone(): MemoryDatabase {
    const copy = new MemoryDatabase(this.collections)
    copy.#tables = structuredClone(this.#tables)
    copy.#lastOrder = this.#lastOrder
    return copy
  }

  #takes(draft: Tables): boolean {
    if (this.limit === null || sizeOf(draft) <= Math.max(this.limit, this.size)) return true
    if (this.#flaws.hidesFull) return false
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }

  #transact<Result>(
    work: (tx: StoreTx) => Promise<Result>,
    { isAlive, isStrict }: { isAlive: () => boolean; isStrict: boolean },
  ): Promise<Result> {
    const turn = this.#queue.then(async () => {
      if (!isAlive()) return undefined
      const draft: Tables = new Map([...this.#tables].map(([name, table]) => [name, new Map(table)]))
      const result = await work(storeTx(draft, () => (this.#lastOrder += 1)))
      if (!isAlive()) return undefined
      if (!this.#takes(draft)) return { result }
      this.#tables = draft
      if (isStrict) this.#flushed = draft
      this.#writes += 1
      if (this.#writes % 20 === 0) this.#disk = draft
      return { result }
    })
    this.#queue = turn.catch(() => {})
    return turn.then((done) => (done ? done.result : new Promise<never>(() => {})))
  }
}

function sizeOf(tables: Tables): number {
  const entries = [...tables.values()].flatMap((table) => [...table.values()])
  return entries.reduce((sum, { key, value }) => sum + JSON.stringify([key, value]).length + bytesIn(value), 0)
}

function bytesIn(value: unknown): number {
  return (value as Partial<BlobRecord>).bytes?.byteLength ?? 0
}

function storeTx(tables: Tables, nextOrder: () => number): StoreTx {
  const open = (name: string) => {
    const table = tables.get(name) ?? new Map<string, Entry>()
    tables.set(name, table)
    return table
  }
  return {
    rows: (collection) => rowTable(open(collection)),
    base: memoryTable(open('$base'), ({ collection, id }) => [collection, id]),
    outbox: outboxTable(open('$outbox'), nextOrder),
    spaces: memoryTable(open('$spaces'), ({ space }) => space),
    drafts: memoryTable(open('$drafts'), ({ key }) => key),
    uploads: memoryTable(open('$uploads'), ({ fileId }) => fileId),
    blobs: memoryTable(open('$blobs'), ({ fileId }) => fileId),
    meta: memoryTable(open('$meta'), ({ key }) => key),
  }
}

function memoryTable<Value, K extends Key>(
  table: Map<string, Entry>,
  keyOf: (value: Value) => K,
): StoreTable<Value, K> {
  const read = (key: K) => structuredClone(table.get(JSON.stringify(key))?.value) as Value | undefined
  const entries = () => [...table.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return {
    get: async (key) => read(key),
    getMany: async (keys) => keys.map(read),
    all: async () => entries().map(({ value }) => structuredClone(value) as Value),
    keys: async () => entries().map(({ key }) => key as K),
    put: async (values) => {
      for (const value of values) {
        const key = keyOf(value)
        table.set(JSON.stringify(key), { key, value: structuredClone(value) })
      }
    },
    delete: async (keys) => {
      for (const key of keys) table.delete(JSON.stringify(key))
    },
    deleteSpans: async (spans) => {
      for (const [id, { key }] of table) if (spans.some(([from, to]) => !(key < from || to < key))) table.delete(id)
    },
    clear: async () => table.clear(),
  }
}

function rowTable(table: Map<string, Entry>): RowTable {
  const rows = memoryTable<StoredRow, string>(table, (row) => row._id)
  return {
    ...rows,
    count: async () => table.size,
    between: async (ids, most) => {
      const [from = '', to = ''] = [ids[0], ids.at(-1)]
      return (await rows.all()).filter(({ _id }) => from <= _id && _id <= to).slice(0, most)
    },
    idsOfSpace: async (space) => (await rows.all()).filter((row) => row.$space === space).map((row) => row._id),
  }
}

function outboxTable(table: Map<string, Entry>, nextOrder: () => number): OutboxTable {
  const records = memoryTable<OutboxRecord, number>(table, (record) => record.order)
  return {
    ...records,
    add: async (record) => {
      const order = nextOrder()
      await records.put([{ ...record, order }])
      return order
    },
    byId: async (id) => (await records.all()).find((record) => record.id === id),
    count: async (states) => (await records.all()).filter(({ state }) => !states || states.includes(state)).length,
    oldestPending: async () => (await records.all()).find(({ state }) => state !== 'rejected'),
  }
}
