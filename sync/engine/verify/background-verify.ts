import type { Applied } from '../local/apply-outcomes-only.ts'
import type { Replica } from '../local/replica.ts'
import type { SpaceChecksum } from '../protocol/space-checksum.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'

/** `checks.ts`, loaded when it is time: long after whatever somebody waits for. */
export type LoadVerify = () => Promise<{
  nextChecksum(replica: Replica): Promise<SpaceChecksum[] | undefined>
  noteChecks(
    replica: Replica,
    sums: readonly SpaceChecksum[],
    answer: { response: SyncResponse; applied: Applied },
  ): Promise<unknown>
}>

/** [VERIFY-4] The comparison of an idle device, along with its pull. An error in it is no fault of the pull. */
export class BackgroundVerify {
  readonly #replica: Replica
  readonly #comparing: LoadVerify | undefined

  constructor(replica: Replica, comparing: LoadVerify | undefined) {
    this.#replica = replica
    this.#comparing = comparing
  }

  async sums(): Promise<SpaceChecksum[] | undefined> {
    return this.#attempt(async () => (await this.#comparing?.())?.nextChecksum(this.#replica))
  }

  async note(sums: readonly SpaceChecksum[], answer: { response: SyncResponse; applied: Applied }): Promise<void> {
    await this.#attempt(async () => (await this.#comparing?.())?.noteChecks(this.#replica, sums, answer))
  }

  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    return work().catch((cause: unknown) => {
      this.#replica.log({ level: 'info', message: 'the cache could not be compared', cause })
      return undefined
    })
  }
}
