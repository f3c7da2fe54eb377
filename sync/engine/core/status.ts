export const STALLED_AFTER_MS = 30_000

/** `idle`: everything is on the server; `failing`: the server can be reached, and yet something does not go through. */
export type SyncState = 'idle' | 'syncing' | 'offline' | 'needs-auth' | 'failing'

export type Connection = 'unknown' | 'connected' | 'unreachable' | 'busy' | 'broken'

export type Condition = {
  needsAuth: boolean
  connection: Connection
  /** A request or an upload is under way. */
  busy: boolean
  pending: number
  /** Milliseconds since the oldest pending mutation last came nearer to the server, while connected. */
  stuckMs: number
}

export function statusOf({ needsAuth, connection, busy, pending, stuckMs }: Condition): SyncState {
  if (needsAuth) return 'needs-auth'
  if (connection === 'unreachable') return 'offline'
  if (connection === 'broken' || connection === 'busy' || stuckMs >= STALLED_AFTER_MS) return 'failing'
  return busy || pending > 0 ? 'syncing' : 'idle'
}

/**
 * The progress of the oldest pending mutation: it is stalled while this stays the same and the device is connected.
 * `moved` counts what goes over the line, bytes that go up and parts of an answer that come in: on a slow one its
 * answer may be a long one's end.
 */
export type Head = { id: string; moved: number } | null

/** Tells how long the head of the outbox has not moved. `now`: milliseconds of a clock that only goes forward. */
export class Watchdog {
  #head: Head = null
  #since = 0

  observe(head: Head, { connected, now }: { connected: boolean; now: number }): number {
    const same = head && this.#head && head.id === this.#head.id && head.moved === this.#head.moved
    if (!same || !connected) {
      this.#head = head
      this.#since = now
    }
    return this.#head ? now - this.#since : 0
  }
}
