import type { Model } from '../model.ts'
import type { Locks } from '../ports.ts'
import type { ClientStore } from '../store.ts'

/**
 * The lock by which other tabs see that this one lives: a Web Lock, held from the first attached file on. The browser
 * releases it when the tab dies, and not when it is frozen. `id` is null before that.
 */
export type TabLock = { locks: Locks | null; id: string | null }

/** The local data of one account: its store, and the means to write there. */
export type Replica = {
  account: string
  model: Model
  store: ClientStore
  newId: () => string
  /** The device's clock, for display only. */
  now: () => Date
  log: Log
  /** Bytes of a piece of a file; CHUNK_BYTES where it is left out. */
  chunkBytes?: number | undefined
  /** The lock by which other tabs see that this one lives; left out where nothing is attached. */
  tabLock?: TabLock
  /** The place in the outbox that the next record of this tab will get, unless another tab is first. */
  nextOrder?: number
}

/** Told of what goes on; `cause` is what was thrown, where something was. */
export type Log = (event: { level: 'info' | 'warn' | 'error'; message: string; cause?: unknown }) => void
