import type { SyncStatus } from '@vesper/sync/status-board.ts'

/** So long (milliseconds) something may be on its way before the browser is asked to see to it. */
const PATIENCE_MS = 1_000

type Seen = Pick<SyncStatus, 'pending' | 'state'>

/**
 * Asks the browser to wake the service worker when the line is back, once for each time that something cannot go out: when
 * there is no line, when it takes long, or when the page is put away with it. Asked at each message of a line that works,
 * the browser would wake the worker, and every page, for nothing each time.
 */
export class WakeUpCall {
  readonly #ask: () => void
  #timer: ReturnType<typeof setTimeout> | null = null
  #asked = false

  constructor(ask: () => void) {
    this.#ask = ask
  }

  /** Told of every change of the engine's status. */
  see({ pending, state }: Seen): void {
    if (pending === 0) return this.#rest()
    if (this.#asked) return
    if (state !== 'idle' && state !== 'syncing') this.#call()
    else this.#timer ??= setTimeout(() => this.#call(), PATIENCE_MS)
  }

  /** The page is put away, perhaps for good. */
  leave(): void {
    if (this.#timer !== null) this.#call()
  }

  #call(): void {
    this.#stopTimer()
    this.#asked = true
    this.#ask()
  }

  #rest(): void {
    this.#stopTimer()
    this.#asked = false
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
