import type { Replica } from '../local/replica.ts'
import type { Clock, BackupStorage } from '../ports.ts'
import type { OutboxRecord } from '../store.ts'
import type { TabEngine } from '../tab-engine.ts'
import { withTimeout } from '../with-timeout.ts'
import { restoreBackup, backUpAll, backUpOne, requeueUnflushed } from './restore-backup.ts'

export type BackupPorts = {
  replica: Replica
  clock: Clock
  engine: Pick<TabEngine, 'status' | 'subscribe' | 'changed'>
  /** As of `DiskFlush`. */
  flushedBefore: () => Promise<number>
}

/** So long after something has left the outbox its copy goes: sending comes first. */
const TIDY_MS = 1_000
/** Nobody waits for longer than this, in milliseconds: a place that does not answer is as one that is not there. */
const LIMIT_MS = 2_000

/**
 * [OUTBOX-9] Keeps a second place up with the outbox, one thing after another. A copy that cannot be made is missing, and
 * stops nothing: what is queued is in the database.
 */
export class OutboxBackup {
  readonly #edges: BackupPorts
  readonly #place: BackupStorage
  #made: Promise<unknown> = Promise.resolve()
  #underWay = 0
  #timer: number | null = null
  #isBehind = false
  #isStopped = false
  /** Mutations that this run has queued. */
  readonly #ownIds = new Set<string>()
  /** Mutations that a loss of power has taken come back once. */
  #isFirstLook = true

  constructor(edges: BackupPorts, place: BackupStorage) {
    this.#edges = edges
    this.#place = place
    const unsent = () => edges.engine.status.pending + edges.engine.status.rejected
    let before = unsent()
    edges.engine.subscribe(() => {
      if (unsent() < before) this.#tidyIn(TIDY_MS)
      before = unsent()
    })
  }

  /**
   * Copies what is just being queued, where that can begin at once, else null. Only from within its transaction: what looks
   * over the copies then waits for its end before it looks into the outbox.
   */
  add(record: OutboxRecord): Promise<void> | null {
    this.#ownIds.add(record.id)
    return this.#underWay > 0 ? null : this.#do(() => this.#place.put(record)).then(() => {})
  }

  /** Drops the copy of what could not be kept, without asking the database: that it fails may be the reason. */
  async drop(id: string): Promise<void> {
    await this.#do(() => this.#place.delete([id]))
    // A copy that took too long may have come after that.
    this.#tidyIn(TIDY_MS)
  }

  /** Copies what is queued under each of `ids`, and drops the copy of what is not. */
  async backUp(...ids: string[]): Promise<void> {
    await this.#do(async () => {
      for (const id of ids) {
        this.#ownIds.add(id)
        if (await backUpOne(this.#edges.replica, this.#place, id)) continue
        await this.#restoreAndTell()
        await backUpOne(this.#edges.replica, this.#place, id)
      }
    })
  }

  /** Copies what has no copy yet, and drops those of what is no longer queued. */
  async tidy(): Promise<void> {
    await this.#do(async () => {
      await this.#restoreAndTell()
      await this.#requeueUnflushed()
      await backUpAll(this.#edges.replica, this.#place)
    })
  }

  /** As `SyncClient.restoreBackup`. */
  async restore(): Promise<OutboxRecord[] | null> {
    return (await this.#do(() => this.#back())) ?? null
  }

  /** True while some mutations may be unrestored for lack of room: they come before those queued next. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  async catchUp(): Promise<void> {
    await this.#do(() => this.#restoreAndTell())
  }

  /** Resolves when what was begun is done. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) this.#edges.clock.clearTimeout(this.#timer)
    await this.#made
  }

  async #back(): Promise<OutboxRecord[] | null> {
    // Not while it is under way: what is queued meanwhile waits for no place.
    try {
      const back = await restoreBackup(this.#edges.replica, this.#place)
      this.#isBehind = false
      return back
    } catch (cause) {
      this.#isBehind = true
      throw cause
    }
  }

  async #restoreAndTell(): Promise<void> {
    const back = await this.#back()
    if (back?.length) this.#edges.engine.changed('mutation')
  }

  /** [OUTBOX-10] Before copies without a queued mutation go: some may be all that a loss of power has left. */
  async #requeueUnflushed(): Promise<void> {
    if (!this.#isFirstLook) return
    const { replica, engine, flushedBefore } = this.#edges
    const given = { after: await flushedBefore(), ownIds: this.#ownIds }
    const back = await requeueUnflushed(replica, this.#place, given)
    this.#isFirstLook = false
    if (back > 0) engine.changed('mutation')
  }

  #tidyIn(ms: number): void {
    const { clock } = this.#edges
    if (this.#isStopped) return
    if (this.#timer !== null) clock.clearTimeout(this.#timer)
    this.#timer = clock.setTimeout(() => void this.tidy(), ms)
  }

  #do<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const { clock, replica } = this.#edges
    const log = (cause: unknown) => {
      replica.log({ level: 'warn', message: 'the second place could not be reached', cause })
      return undefined
    }
    this.#underWay += 1
    const done = this.#made.then(() => withTimeout(clock, LIMIT_MS, work().catch(log)))
    this.#made = done.finally(() => (this.#underWay -= 1))
    return done
  }
}
