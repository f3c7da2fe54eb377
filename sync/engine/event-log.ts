import type { Log } from './local/replica.ts'
import type { ClientStore, StoreTx } from './store.ts'

/** So many events are kept in memory, and so many of those that are no mere news outlive the page. */
const IN_MEMORY = 200
const ON_DISK = 50

/**
 * Something that the engine told of: what, and of what kind the error was. Errors' own words are left out: they may quote
 * what people wrote, or what a server answered.
 */
export type LogEntry = {
  /** ISO 8601, the device's clock. */
  at: string
  level: 'info' | 'warn' | 'error'
  message: string
  cause?: string
}

/** [LOG-1] The latest events, for a report of a bug. */
export class EventLog {
  /** The entries of this page, oldest first. */
  recent: LogEntry[] = []
  readonly #tell: Log
  readonly #date: () => Date
  #unkept: LogEntry[] = []
  #store: ClientStore | null = null

  /** Passes everything on to `tell`. */
  constructor(tell: Log, date = () => new Date()) {
    this.#tell = tell
    this.#date = date
  }

  readonly log: Log = (event) => {
    const { level, message, cause } = event
    const at = this.#date().toISOString()
    const entry: LogEntry = { at, level, message, ...(cause instanceof Error && { cause: cause.name }) }
    this.recent = [...this.recent, entry].slice(-IN_MEMORY)
    if (level !== 'info') this.#unkept.push(entry)
    this.#tell(event)
    void this.#keep()
  }

  /** From now on warnings and errors are written there, those that came before included. */
  keepIn(store: ClientStore): void {
    this.#store = store
    void this.#keep()
  }

  async #keep(): Promise<void> {
    if (!this.#store || this.#unkept.length === 0) return
    const unkept = this.#unkept.splice(0)
    await this.#store
      .write('relaxed', 'outbox', async (tx) => {
        const kept = [...(await storedEntries(tx)), ...unkept].slice(-ON_DISK)
        await tx.meta.put([{ key: 'log', value: JSON.stringify(kept) }])
      })
      // A storage that fails has been told of; to tell of it here would never end.
      .catch(() => {})
  }
}

/** The entries of earlier pages and other tabs. */
export async function storedEntries(tx: StoreTx): Promise<LogEntry[]> {
  const record = await tx.meta.get('log')
  return record ? (JSON.parse(record.value) as LogEntry[]) : []
}
