import type { Replica } from './local/replica.ts'
import type { Clock } from './ports.ts'
import type { MetaRecord } from './store.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Milliseconds. Screens are drawn first, and mutations that follow at once share the flush: a database answers nobody
 * while the disk writes.
 */
const BEHIND_MS = 50
/** A database that does not answer by then (milliseconds) keeps nobody from leaving. */
const LAST_MS = 2_000

const FLUSHED = 'flushed'

/**
 * [OUTBOX-10] The strict transaction behind relaxed ones:
 *
 *     mutate() ──relaxed commit, backup──▶ kept: survives a killed browser ──strict commit──▶ on disk: survives a loss of power
 */
export class DiskFlush {
  readonly #replica: Replica
  readonly #clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>
  #next: Promise<boolean> | null = null
  /** The latest mutation that was committed here, by its order. */
  #latest = 0
  /** The latest mutation that an earlier run had flushed; null before this one has flushed anything. */
  #before: number | null = null
  #isStopped = false

  constructor(replica: Replica, clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>) {
    this.#replica = replica
    this.#clock = clock
  }

  /**
   * Resolves true when everything that was committed before is on the disk itself, and false where that failed or the
   * client has stopped. Calls that come together share one transaction. `order`: of the mutation that was committed.
   */
  behind(order = 0): Promise<boolean> {
    this.#latest = Math.max(this.#latest, order)
    this.#next ??= this.#flushSoon()
    return this.#next
  }

  /**
   * The order of the latest mutation that was on the disk itself when this run began. One that is copied and comes after it,
   * and is not queued, may have been taken by a loss of power. Infinity where no run has noted any.
   */
  async flushedBefore(): Promise<number> {
    if (this.#before !== null) return this.#before
    const held = await this.#replica.store.read('outbox', (tx) => tx.meta.get(FLUSHED))
    return this.#before ?? orderOf(held)
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
      const latest = this.#latest
      // A transaction that writes nothing flushes nothing.
      await store.write('strict', 'outbox', async (tx) => {
        const held = orderOf(await tx.meta.get(FLUSHED))
        this.#before ??= held
        const flushed = Math.max(latest, Number.isFinite(held) ? held : 0)
        await tx.meta.put([{ key: FLUSHED, value: String(flushed) }])
      })
      return true
    } catch (cause) {
      log({ level: 'warn', message: 'the disk was not flushed', cause })
      return false
    }
  }
}

function orderOf(held: MetaRecord | undefined): number {
  return held?.value ? Number(held.value) : Infinity
}
