import type { Clock, SecondPlace } from './edges.ts'
import type { Replica } from './local/replica.ts'
import { bringBack, copyAll, copyOne } from './local/second-place.ts'
import type { OutboxRecord } from './store.ts'
import type { TabEngine } from './tab-engine.ts'

export type CopiesEdges = { replica: Replica; clock: Clock; engine: Pick<TabEngine, 'status' | 'subscribe'> }

/** So long after something has left the outbox its copy goes: sending comes first. */
const TIDY_MS = 1_000

/**
 * [OUTBOX-9] Keeps a second place up with the outbox, one thing after another. A copy that cannot be made is missing, and
 * stops nothing: what is queued is on disk.
 */
export class Copies {
  readonly #edges: CopiesEdges
  readonly #place: SecondPlace
  #made: Promise<unknown> = Promise.resolve()
  #timer: number | null = null

  constructor(edges: CopiesEdges, place: SecondPlace) {
    this.#edges = edges
    this.#place = place
    let before = 0
    edges.engine.subscribe(() => {
      const { pending, rejected } = edges.engine.status
      if (pending + rejected < before) this.#tidyIn(TIDY_MS)
      before = pending + rejected
    })
  }

  async one(id: string): Promise<void> {
    await this.#do(() => copyOne(this.#edges.replica, this.#place, id))
  }

  async all(): Promise<void> {
    await this.#do(() => copyAll(this.#edges.replica, this.#place))
  }

  async bringBack(): Promise<OutboxRecord[]> {
    return (await this.#do(() => bringBack(this.#edges.replica, this.#place))) ?? []
  }

  /** Resolves when what was begun is done. */
  async stop(): Promise<void> {
    this.#tidyIn(null)
    await this.#made
  }

  #tidyIn(ms: number | null): void {
    const { clock } = this.#edges
    if (this.#timer !== null) clock.clearTimeout(this.#timer)
    this.#timer = ms === null ? null : clock.setTimeout(() => void this.all(), ms)
  }

  #do<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const done = this.#made.then(work).catch((cause: unknown) => {
      this.#edges.replica.log({ level: 'warn', message: 'the second place could not be reached', cause })
      return undefined
    })
    this.#made = done
    return done
  }
}
