import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'

/** So long (milliseconds) something may be on its way before the browser is asked to see to it. */
const PATIENCE_MS = 5_000

/**
 * Asks the browser to wake the service worker when the line is back: once for each time that something cannot go out, and
 * whenever the page is put away with something unsent, since an open page sends by itself. Asked at each message of a line
 * that works, the browser would wake the worker, and that one the tab that leads, for nothing each time; and what the server
 * puts off waits for the server.
 */
export class BackgroundSyncScheduler {
  readonly #ask: () => void
  #timer: ReturnType<typeof setTimeout> | null = null
  #isPending = false
  #hasLeft = false
  #hasAsked = false

  constructor(ask: () => void) {
    this.#ask = ask
  }

  /** Told of every change of the engine's status. */
  see({ pending, state }: Pick<SyncStatus, 'pending' | 'state'>): void {
    this.#isPending = pending > 0
    if (!this.#isPending) return this.#rest()
    if (this.#hasAsked) return
    if (state === 'offline' || this.#hasLeft) this.#call()
    else if (state === 'syncing') this.#timer ??= setTimeout(() => this.#call(), PATIENCE_MS)
  }

  /** The page is put away, perhaps for good: what was asked for before may have been used up. */
  leave(): void {
    this.#hasLeft = true
    if (this.#isPending) this.#call()
  }

  /** The page is looked at again. */
  comeBack(): void {
    this.#hasLeft = false
  }

  #call(): void {
    this.#stopTimer()
    this.#hasAsked = true
    this.#ask()
  }

  #rest(): void {
    this.#stopTimer()
    this.#hasAsked = false
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
