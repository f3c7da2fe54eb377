import type { Replica } from './local/replica.ts'
import type { Clock } from './ports.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Milliseconds. Screens are drawn first, and mutations that follow at once share the flush: a database answers nobody
 * while the disk writes.
 */
const BEHIND_MS = 50
/** A database that does not answer by then (milliseconds) keeps nobody from leaving. */
const LAST_MS = 2_000

/**
 * [OUTBOX-10] The strict transaction behind relaxed ones:
 *
 *     mutate() ──relaxed commit, backup──▶ kept: survives a killed browser ──strict commit──▶ on disk: survives a loss of power
 */
export class DiskFlush {
  readonly #replica: Replica
  readonly #clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>
  #next: Promise<boolean> | null = null
  #isStopped = false

  constructor(replica: Replica, clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>) {
    this.#replica = replica
    this.#clock = clock
  }

  /**
   * Resolves true when everything that was committed before is on the disk itself, and false where that failed or the
   * client has stopped. Calls that come together share one transaction.
   */
  behind(): Promise<boolean> {
    this.#next ??= this.#flushSoon()
    return this.#next
  }

  /** Writes at once what was to be flushed soon: the database is closed after this. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#next) await withTimeout(this.#clock, LAST_MS, this.#flush())
  }

  async #flushSoon(): Promise<boolean> {
    await new Promise<void>((due) => void this.#clock.setTimeout(due, BEHIND_MS))
    // Commits from now on may come too late for this one.
    this.#next = null
    return this.#isStopped ? false : this.#flush()
  }

  async #flush(): Promise<boolean> {
    const { store, log } = this.#replica
    try {
      // A transaction that writes nothing flushes nothing.
      await store.write('strict', 'outbox', (tx) => tx.meta.put([{ key: 'flushed', value: '' }]))
      return true
    } catch (cause) {
      log({ level: 'warn', message: 'the disk was not flushed', cause })
      return false
    }
  }
}
