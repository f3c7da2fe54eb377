import type { Replica } from './local/replica.ts'
import type { Clock } from './ports.ts'

/**
 * Milliseconds. Screens are drawn first, and mutations that follow at once share the flush: a database answers nobody
 * while the disk writes.
 */
const BEHIND_MS = 50

/**
 * [OUTBOX-10] The strict transaction behind relaxed ones:
 *
 *     mutate() ──relaxed commit, backup──▶ kept: survives a killed browser ──strict commit──▶ on disk: survives a loss of power
 */
export class DiskFlush {
  readonly #replica: Replica
  readonly #clock: Pick<Clock, 'setTimeout'>
  #next: Promise<boolean> | null = null
  #isStopped = false

  constructor(replica: Replica, clock: Pick<Clock, 'setTimeout'>) {
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

  stop(): void {
    this.#isStopped = true
  }

  async #flushSoon(): Promise<boolean> {
    await new Promise<void>((due) => void this.#clock.setTimeout(due, BEHIND_MS))
    // Commits from now on may come too late for this one.
    this.#next = null
    if (this.#isStopped) return false
    const { store, log } = this.#replica
    try {
      // A transaction that writes nothing flushes nothing.
      await store.write('strict', 'outbox', (tx) => tx.meta.put([{ key: 'flushed', value: '' }]))
      return true
    } catch (cause) {
      if (!this.#isStopped) log({ level: 'warn', message: 'the disk was not flushed', cause })
      return false
    }
  }
}
