import type { Applied } from '../local/take-in-outcomes.ts'
import type { Replica } from '../local/replica.ts'
import type { SpaceSum } from '../protocol/space-sum.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'

/** `local/checks.ts`, loaded when it is time: long after whatever somebody waits for. */
export type Comparing = () => Promise<{
  sumNext(replica: Replica): Promise<SpaceSum[] | undefined>
  noteChecks(
    replica: Replica,
    sums: readonly SpaceSum[],
    answer: { response: SyncResponse; applied: Applied },
  ): Promise<unknown>
}>

/** [VERIFY-4] What an idle device has compared along with its pull. What goes wrong in it is no fault of the pull. */
export class IdleCheck {
  readonly #replica: Replica
  readonly #comparing: Comparing | undefined

  constructor(replica: Replica, comparing: Comparing | undefined) {
    this.#replica = replica
    this.#comparing = comparing
  }

  async sums(): Promise<SpaceSum[] | undefined> {
    return this.#attempt(async () => (await this.#comparing?.())?.sumNext(this.#replica))
  }

  async note(sums: readonly SpaceSum[], answer: { response: SyncResponse; applied: Applied }): Promise<void> {
    await this.#attempt(async () => (await this.#comparing?.())?.noteChecks(this.#replica, sums, answer))
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    return work().catch((cause: unknown) => {
      this.#replica.log({ level: 'info', message: 'the cache could not be compared', cause })
      return undefined
    })
  }
}
