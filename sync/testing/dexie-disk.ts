import 'fake-indexeddb/auto'
import { openDatabase } from '../engine/dexie/database.ts'
import type { ClientStore, StoreTx } from '../engine/store.ts'
import type { Disk } from './disk.ts'
import { listModel } from './list-model.ts'
import { inNoTime } from './scheduler.ts'

const collections = Object.keys(listModel.collections)

let count = 0

/** A disk as a browser has it: Dexie, over an IndexedDB in memory. With a limit it takes nothing more, however high that is. */
export class DexieDisk implements Disk {
  limit: number | null = null
  readonly size = 0
  readonly #name: string
  /** Resolves when all is on it that it was made with. */
  readonly #made: Promise<void>

  constructor(copyOf?: ClientStore) {
    count += 1
    this.#name = `disk-${count}`
    this.#made = copyOf ? inNoTime(() => copy(copyOf, this.#name)) : Promise.resolve()
  }

  connect(): { store: ClientStore; kill: () => void } {
    let alive = true
    const opened = this.#made.then(() => openDatabase(this.#name, listModel))
    const transact = async <Result>(begin: (store: ClientStore) => Promise<Result>): Promise<Result> => {
      const done = await inNoTime(async () => {
        const { store } = await opened
        if (!alive) return null
        const result = await begin(store).catch((cause: unknown) => {
          if (alive) throw cause
          return null
        })
        return alive ? { result: result as Result } : null
      })
      return done ? done.result : new Promise<never>(() => {})
    }
    // A transaction that is uncommitted when its tab dies never commits.
    const whileAlive =
      <Result>(work: (tx: StoreTx) => Promise<Result>) =>
      async (tx: StoreTx) => {
        const result = await work(this.limit === null ? tx : withoutRoom(tx))
        if (!alive) throw new Error('The tab is gone')
        return result
      }
    return {
      store: {
        collections,
        read: (scope, work) => transact((store) => store.read(scope, whileAlive(work))),
        write: (durability, scope, work) => transact((store) => store.write(durability, scope, whileAlive(work))),
      },
      kill: () => {
        alive = false
        void opened.then((database) => database.close())
      },
    }
  }

  clone(): Disk {
    return new DexieDisk(this.connect().store)
  }
}

/** Where nothing can be put. Only the tables that a transaction holds may be asked for. */
function withoutRoom(tx: StoreTx): StoreTx {
  const refuse = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'))
  const refusing = <Table extends object>(table: Table): Table => ({ ...table, put: refuse, add: refuse })
  return new Proxy(tx, {
    get: (all, name: keyof StoreTx) =>
      name === 'rows' ? (collection: string) => refusing(all.rows(collection)) : refusing(all[name]),
  })
}

/** Everything that is in one database, into a new one. */
async function copy(from: ClientStore, name: string): Promise<void> {
  const database = await openDatabase(name, listModel)
  const tables = ['base', 'outbox', 'spaces', 'uploads', 'blobs', 'meta'] as const
  const held = await from.read('replica', async (tx) => ({
    rows: await Promise.all(collections.map((collection) => tx.rows(collection).all())),
    kept: await Promise.all(tables.map((table) => tx[table].all())),
  }))
  await database.store.write('strict', 'replica', async (tx) => {
    for (const [index, rows] of held.rows.entries()) await tx.rows(collections[index] ?? '').put(rows)
    for (const [index, values] of held.kept.entries()) await tx[tables[index] ?? 'meta'].put(values as never)
  })
  await database.close()
}
