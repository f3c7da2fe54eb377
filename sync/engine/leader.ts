import type { Channel, Clock, Locks } from './ports.ts'
import type { SyncStatus } from './status-board.ts'

/** How long a leader may stay silent before another tab takes its place. */
const SILENCE_MS = 700

/** The messages between the tabs of one account. */
export type TabMessage =
  | { type: 'ask'; reason: string; spaces: Record<string, number> | undefined }
  | { type: 'answer' }
  | { type: 'signed-in' }
  | { type: 'changed' }
  | { type: 'status'; status: SyncStatus }

type LeaderOptions = {
  name: string
  /** Null where the browser has none: then every tab leads, which is slower and just as right. */
  locks: Locks | null
  channel: Channel
  clock: Clock
  onLead: () => void
  onLoss: () => void
}

/**
 * One tab talks to the server, by a Web Lock. Frozen tabs keep their locks, so that the others do not rely on it: a tab that
 * wants something asks, and takes the lock by force when no answer comes. The asking is the heartbeat.
 *
 *     follower ── ask ──▶ leader ── answer ──▶      nothing for 700 ms: steal
 *
 * That two tabs lead for a moment is harmless: the server applies a mutation once, and an answer is only taken in where it
 * still fits.
 */
export class Leader {
  readonly #options: LeaderOptions
  #leading = false
  #stopped = false
  #release: () => void = () => {}
  #queue: AbortController | null = null
  #silence: number | null = null

  constructor(options: LeaderOptions) {
    this.#options = options
  }

  get leading(): boolean {
    return this.#leading
  }

  start(): void {
    if (this.#stopped || this.#leading || this.#queue) return
    if (this.#options.locks) this.#wait(this.#options.locks)
    else this.#lead()
  }

  /** Makes sure that somebody leads, and tells them why. */
  ask(reason: string, spaces?: Record<string, number>): void {
    if (this.#stopped || this.#leading) return
    this.start()
    this.#options.channel.postMessage({ type: 'ask', reason, spaces } satisfies TabMessage)
    this.#silence ??= this.#options.clock.setTimeout(() => this.#steal(), SILENCE_MS)
  }

  hear(message: TabMessage): void {
    if (message.type === 'ask' && this.#leading)
      this.#options.channel.postMessage({ type: 'answer' } satisfies TabMessage)
    if (message.type === 'answer') this.#calm()
  }

  /** Leads while `work` runs, if nobody else does: false when somebody does. The service worker uses it. */
  async leadFor(work: () => Promise<void>): Promise<boolean> {
    const { locks, name } = this.#options
    if (!locks) return work().then(() => true)
    let led = false
    try {
      await locks.request(name, { ifAvailable: true }, async (lock) => {
        if (!lock) return
        led = true
        await work()
      })
    } catch (cause) {
      if (!isAbort(cause)) throw cause
      // Stolen by a tab that wants something at once.
      return false
    }
    return led
  }

  stop(): void {
    this.#stopped = true
    this.#calm()
    this.#queue?.abort()
    this.#release()
  }

  #wait(locks: Locks): void {
    const queue = (this.#queue = new AbortController())
    void this.#request(locks, { signal: queue.signal }).finally(() => {
      if (this.#queue === queue) this.#queue = null
    })
  }

  #steal(): void {
    this.#silence = null
    const { locks } = this.#options
    if (this.#stopped || this.#leading || !locks) return
    this.#queue?.abort()
    this.#queue = null
    void this.#request(locks, { steal: true })
  }

  /** Holds the lock until it is released or stolen; then stands in line again. */
  async #request(locks: Locks, options: { signal: AbortSignal } | { steal: true }): Promise<void> {
    let held = false
    try {
      await locks.request(this.#options.name, options, () => {
        held = true
        return new Promise((release) => {
          this.#release = release
          this.#lead()
        })
      })
    } catch (cause) {
      // Aborted by ourselves, or stolen by a tab that did not hear from this one.
      if (!isAbort(cause) && !held) this.#lead()
    }
    if (!held || !this.#leading) return
    this.#leading = false
    this.#options.onLoss()
    this.start()
  }

  #lead(): void {
    if (this.#stopped) return this.#release()
    this.#calm()
    // Granted: a tab that loses the lock queues anew.
    this.#queue = null
    this.#leading = true
    this.#options.onLead()
  }

  #calm(): void {
    if (this.#silence !== null) this.#options.clock.clearTimeout(this.#silence)
    this.#silence = null
  }
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError'
}
