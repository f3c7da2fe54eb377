import type { OutboxRecord } from '../store.ts'
import { withTimeout } from '../with-timeout.ts'
import type { OutboxBackup, BackupPorts } from './outbox-backup.ts'

/** Nobody who queues something waits for longer than this until what copies it is loaded, in milliseconds. */
const LOAD_LIMIT_MS = 2_000
/** When copies are looked over that an earlier start has left, in milliseconds. */
const TIDY_MS = 20_000

/** `outbox-backup.ts` over a storage. */
export type LoadBackup = (edges: BackupPorts) => Promise<OutboxBackup>

/**
 * [OUTBOX-9] The copies of a client, whose code is loaded when something is queued. Without a second place, and where the
 * code cannot be loaded, or not in time, nothing is copied.
 */
export class LazyOutboxBackup {
  readonly #edges: BackupPorts
  readonly #load: LoadBackup | undefined
  readonly #timer: number | undefined
  #loading: Promise<unknown> | undefined
  #loaded: OutboxBackup | undefined

  constructor(edges: BackupPorts, load: LoadBackup | undefined) {
    this.#edges = edges
    this.#load = load
    if (!load) return
    const tidy = () => void this.#once((copies) => copies.tidy())
    this.#timer = edges.clock.setTimeout(tidy, TIDY_MS)
    // A mutation queued right before a crash has no copy yet.
    onFirstUnsent(edges.engine, tidy)
  }

  /** As of `OutboxBackup`; null before that is loaded. */
  add(record: OutboxRecord): Promise<void> | null {
    return this.#loaded?.add(record) ?? null
  }

  /** As of `OutboxBackup`. */
  async drop(id: string): Promise<void> {
    await this.#loaded?.drop(id)
  }

  /** Copies what is queued under each of `ids`, and drops the copy of what is not. */
  async backUp(...ids: string[]): Promise<void> {
    await this.#once((copies) => copies.backUp(...ids))
  }

  /** As `SyncClient.restoreBackup`. */
  async restore(): Promise<OutboxRecord[] | null> {
    return (await this.#once((copies) => copies.restore())) ?? null
  }

  /** As of `OutboxBackup`. */
  get isBehind(): boolean {
    return this.#loaded?.isBehind ?? false
  }

  async catchUp(): Promise<void> {
    await this.#loaded?.catchUp()
  }

  async stop(): Promise<void> {
    if (this.#timer !== undefined) this.#edges.clock.clearTimeout(this.#timer)
    await this.#loading
    await this.#loaded?.stop()
  }

  /** Once it is loaded, or nobody waits for that any more; what comes later is used from then on. */
  async #once<Result>(work: (copies: OutboxBackup) => Promise<Result>): Promise<Result | undefined> {
    const { clock, replica } = this.#edges
    this.#loading ??= withTimeout(
      clock,
      LOAD_LIMIT_MS,
      Promise.resolve(this.#load?.(this.#edges)).then(
        (copies) => (this.#loaded = copies),
        (cause: unknown) => replica.log({ level: 'warn', message: 'nothing can be copied', cause }),
      ),
    )
    await this.#loading
    return this.#loaded && work(this.#loaded)
  }
}

function onFirstUnsent(engine: BackupPorts['engine'], work: () => void): void {
  const stop = engine.subscribe(() => {
    if (engine.status.pending + engine.status.rejected === 0) return
    stop()
    work()
  })
}
