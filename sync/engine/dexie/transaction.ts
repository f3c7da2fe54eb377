import type { Dexie, TableSchema } from 'dexie'
import { LiveChanges } from './live-changes.ts'

/** A table within a transaction; to ask for its `rows` throws once that has ended. */
export type NativeTable = { readonly rows: IDBObjectStore; schema: TableSchema; changes: LiveChanges }

type Work<Result> = (table: (name: string) => NativeTable) => Promise<Result>

/** The connection to the database is lost: nothing can begin. */
export class CannotBegin extends Error {
  override name = 'CannotBegin'
}

export async function readIn<Result>(db: Dexie, tables: string[], work: Work<Result>): Promise<Result> {
  const native = begin(db, tables, { mode: 'readonly' })
  return work(tablesOf(db, native, new LiveChanges(db.name))).catch((cause: unknown) => {
    throw causeOf(native, cause)
  })
}

/**
 * Runs `work` in a transaction of IndexedDB itself: Dexie has one durability for a whole connection, and takes as long
 * again for its own part in each request. Answers once it is committed, with what live queries are to be told. A
 * failure leaves nothing behind; but work that outlives its transaction is a fault of its own.
 */
export async function writeIn<Result>(
  db: Dexie,
  { tables, durability }: { tables: string[]; durability: 'strict' | 'relaxed' },
  work: Work<Result>,
): Promise<{ result: Result; changes: LiveChanges }> {
  const native = begin(db, tables, { mode: 'readwrite', durability })
  const changes = new LiveChanges(db.name)
  const end = new End(native)
  try {
    const result = await work(tablesOf(db, native, changes))
    end.commit()
    await end.reached
    return { result, changes }
  } catch (cause) {
    end.abort()
    throw causeOf(native, cause)
  }
}

/** A request of an aborted transaction may say no more than that it was aborted. */
function causeOf(native: IDBTransaction, cause: unknown): unknown {
  return (cause instanceof DOMException && native.error) || cause
}

/** The result of the request that `ask` makes; the promise rejects when no request can be made. */
export function answerOf<Result>(ask: () => IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const request = ask()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

type Begun = IDBTransactionOptions & { mode: 'readonly' | 'readwrite' }

function begin(db: Dexie, tables: string[], { mode, ...options }: Begun): IDBTransaction {
  // Null between being closed and being opened again, whatever its type says.
  const database = db.backendDB() as IDBDatabase | null
  try {
    if (database) return database.transaction(tables, mode, options)
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'InvalidStateError')) throw cause
  }
  throw new CannotBegin()
}

function tablesOf(db: Dexie, native: IDBTransaction, changes: LiveChanges) {
  return (name: string): NativeTable => ({
    get rows() {
      return native.objectStore(name)
    },
    schema: db.table(name).schema,
    changes,
  })
}

/** How a transaction ends. */
class End {
  /** Resolves at the commit. */
  readonly reached: Promise<void>
  readonly #native: IDBTransaction
  #isCommitted = false

  constructor(native: IDBTransaction) {
    this.#native = native
    this.reached = new Promise((resolve, reject) => {
      native.oncomplete = () => {
        this.#isCommitted = true
        resolve()
      }
      native.onabort = () => reject(native.error ?? new DOMException('', 'AbortError'))
    })
    // Work that fails is the first to say so.
    this.reached.catch(() => {})
  }

  /** Now, instead of when the browser has seen that nothing more is asked. */
  commit(): void {
    if (this.#isCommitted) throw new Error('The work of a transaction outlived it')
    attempt(() => this.#native.commit())
  }

  abort(): void {
    attempt(() => this.#native.abort())
  }
}

/** The end of a finished transaction gives the reason. */
function attempt(ending: () => void): void {
  try {
    ending()
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause
  }
}
