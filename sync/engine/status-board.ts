import { equal } from './core/equal.ts'
import { STALLED_AFTER_MS, statusOf, Watchdog } from './core/status.ts'
import type { Connection, SyncState } from './core/status.ts'
import { readLastSync } from './local/cache.ts'
import type { Replica } from './local/replica.ts'
import type { Clock } from './ports.ts'
import type { OutboxRecord } from './store.ts'

/** How often a pending outbox is looked at, in milliseconds. */
const LOOK_MS = 5_000

/** The same in every tab, but for `leader`. Times are ISO 8601, the device's clock. */
export type SyncStatus = {
  state: SyncState
  leader: boolean
  lastSyncAt: string | null
  pending: number
  rejected: number
  oldestPendingAt: string | null
  nextAttemptAt: string | null
  /** [QUOTA-3] The device has no room: what is written now may be refused, and what others wrote may be missing. */
  full: boolean
  /**
   * [STATUS-4] The device has all that the server had for the account: a missing row is missing everywhere. False until
   * a first sync is through, and again once the cache was emptied.
   */
  whole: boolean
}

/** The leading tab's knowledge of its own work. */
export type Work = {
  leading: boolean
  needsAuth: boolean
  connection: Connection
  busy: boolean
  moved: number
  nextAttemptAt: Date | null
  isFull: boolean
}

type BoardOptions = {
  replica: Replica
  clock: Clock
  work: () => Work
  /** Something has been pending and unmoved for too long on a line that works. */
  onStuck: (stuckMs: number) => void
  /** The leader's status, for the other tabs. */
  publish: (status: SyncStatus) => void
}

type Counts = { pending: number; rejected: number; oldest: OutboxRecord | null } & Pick<
  SyncStatus,
  'lastSyncAt' | 'whole'
>

/** [STATUS-1] The status for users: counted in the store, never guessed. */
export class StatusBoard {
  status: SyncStatus = {
    state: 'idle',
    leader: false,
    lastSyncAt: null,
    pending: 0,
    rejected: 0,
    oldestPendingAt: null,
    nextAttemptAt: null,
    full: false,
    whole: false,
  }
  readonly #options: BoardOptions
  readonly #listeners = new Set<() => void>()
  readonly #watchdog = new Watchdog()
  #leaderStatus: SyncStatus | null = null
  #restartedAt = 0
  #timer: number | null = null
  #refreshing: Promise<void> | null = null
  #counted: Counts | null = null
  #stale = false
  #stopped = false

  constructor(options: BoardOptions) {
    this.#options = options
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes over what the leading tab says of the line. */
  adopt(status: SyncStatus): void {
    this.#leaderStatus = status
    void this.refresh()
  }

  /** Counts anew; calls that come while it counts share one more count. */
  refresh(): Promise<void> {
    this.#stale = true
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  /** The outbox is as it was counted last; what is known of the work is not. */
  show(): void {
    // A count that is under way shows both.
    if (this.#refreshing || this.#stopped) return
    if (this.#counted) this.#show(this.#counted)
    else void this.refresh()
  }

  stop(): void {
    this.#stopped = true
    this.#listeners.clear()
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer)
    this.#timer = null
  }

  async #refresh(): Promise<void> {
    while (this.#stale && !this.#stopped) {
      this.#stale = false
      const counts = await this.#count().catch((cause: unknown) => {
        if (!this.#stopped)
          this.#options.replica.log({ level: 'error', message: 'the outbox could not be counted', cause })
        return null
      })
      this.#counted = counts
      if (counts && !this.#stopped) this.#show(counts)
    }
  }

  async #count(): Promise<Counts> {
    return this.#options.replica.store.read('outbox', async (tx) => {
      const [kept, rejected, oldest = null, heard] = await Promise.all([
        tx.outbox.count(),
        tx.outbox.count(['rejected']),
        tx.outbox.oldestPending(),
        readLastSync(tx),
      ])
      return { pending: kept - rejected, rejected, oldest, ...heard }
    })
  }

  #show({ pending, rejected, oldest, lastSyncAt, whole }: Counts): void {
    const work = this.#options.work()
    const head = oldest && { id: oldest.id, moved: work.moved }
    const now = this.#options.clock.now()
    const stuckMs = this.#watchdog.observe(head, { connected: work.leading && work.connection === 'connected', now })
    const own = statusOf({ ...work, pending, stuckMs })
    const elsewhere = work.leading || work.needsAuth ? null : this.#leaderStatus
    const next: SyncStatus = {
      state: elsewhere ? stateElsewhere(elsewhere.state, pending) : own,
      leader: work.leading,
      lastSyncAt,
      pending,
      rejected,
      oldestPendingAt: oldest?.queuedAt ?? null,
      nextAttemptAt: elsewhere ? elsewhere.nextAttemptAt : (work.nextAttemptAt?.toISOString() ?? null),
      full: work.isFull || (elsewhere?.full ?? false),
      whole,
    }
    if (!equal(next, this.status)) {
      this.status = next
      if (work.leading) this.#options.publish(next)
      for (const listener of this.#listeners) listener()
    }
    this.#look(pending > 0 && work.leading)
    if (stuckMs >= STALLED_AFTER_MS && now - this.#restartedAt >= STALLED_AFTER_MS) {
      this.#restartedAt = now
      this.#options.onStuck(stuckMs)
    }
  }

  #look(wanted: boolean): void {
    if (!wanted || this.#timer !== null) return
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#timer = null
      void this.refresh()
    }, LOOK_MS)
  }
}

/** A tab that does not lead sees its own outbox sooner than it hears of it. */
function stateElsewhere(state: SyncState, pending: number): SyncState {
  return state === 'idle' && pending > 0 ? 'syncing' : state
}
