import type { TransportAnswer } from '@vesper/sync/engine/ports.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { ClientStore, OutboxRecord } from '@vesper/sync/engine/store.ts'
import { createSyncClient } from '@vesper/sync/engine/sync-client.ts'
import type { SyncClient } from '@vesper/sync/engine/sync-client.ts'
import * as checks from '@vesper/sync/engine/verify/checks.ts'
import type { Disk } from '@vesper/sync/testing/disk.ts'
import { fakeTransport } from '@vesper/sync/testing/fake-network.ts'
import type { Fate } from '@vesper/sync/testing/fake-network.ts'
import { FakeTabs } from '@vesper/sync/testing/fake-tabs.ts'
import { MemoryDatabase } from '@vesper/sync/testing/memory-store.ts'
import type { Random } from '@vesper/sync/testing/random.ts'
import { Gate, inNoTime, settle } from '@vesper/sync/testing/scheduler.ts'
import type { Scheduler } from '@vesper/sync/testing/scheduler.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import type { VesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { receiptsSettled } from '../../../domains/talk/conversations/receipt-queue.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { Person } from './person.ts'

type Server = Pick<TestServer, 'app' | 'url'>
type Options = {
  server: Server
  person: Person
  scheduler: Scheduler
  random: Random
  fate: () => Fate
  /** Makes of a request what an app of another version would send. */
  rewrite?: (request: SyncRequest) => SyncRequest
  disk?: Disk
  /** Error of its clock, in milliseconds. */
  skewMs?: number
}

export type SimulatedTab = { client: SyncClient<VesperModel, null>; gate: Gate; kill: () => void }

/** A device with the engine that apps have, in virtual time, over a line that breaks, to a real server. */
export class SimulatedDevice {
  tabs: SimulatedTab[] = []
  isSignedIn = true
  /** True when a copy has queued its mutations once more: the first may come last. */
  isCopied = false
  readonly person: Person
  readonly disk: Disk
  readonly #options: Options
  readonly #shared: FakeTabs
  readonly #look: ClientStore

  constructor(options: Options) {
    this.#options = options
    this.person = options.person
    this.disk = options.disk ?? new MemoryDatabase(Object.keys(vesperModel.collections))
    this.#look = this.disk.connect().store
    this.#shared = new FakeTabs(options.scheduler)
  }

  async open(): Promise<void> {
    const { scheduler, random, fate, person, skewMs } = this.#options
    const gate = new Gate()
    const { store, kill } = this.disk.connect()
    const client = createSyncClient({
      account: person.id,
      model: vesperModel,
      database: { db: null, store, close: async () => kill() },
      transport: fakeTransport({ scheduler, random, fate, serve: (request) => this.#serve(request) }, gate),
      comparing: async () => checks,
      locks: this.#shared.locks(gate),
      channel: this.#shared.channel(gate),
      clock: scheduler.clock(gate, skewMs),
      random: () => random.next(),
      log: () => {},
    })
    const tab: SimulatedTab = {
      client,
      gate,
      kill: () => {
        kill()
        gate.kill()
        this.#shared.bury(gate)
        this.tabs = this.tabs.filter((other) => other !== tab)
      },
    }
    this.tabs.push(tab)
    client.wake('start')
    await settle()
  }

  signIn(): void {
    this.isSignedIn = true
    for (const { client, gate } of this.tabs) if (!gate.frozen) client.signedIn()
  }

  outbox(): Promise<OutboxRecord[]> {
    return this.#look.read('outbox', (tx) => tx.outbox.all())
  }

  /** The rows that it shows, by collection and id, without the engine's own field. */
  async rows(): Promise<Map<string, Record<string, unknown>>> {
    const rows = new Map<string, Record<string, unknown>>()
    await this.#look.read('replica', async (tx) => {
      for (const collection of Object.keys(vesperModel.collections)) {
        for (const { $space: _, ...row } of await tx.rows(collection).all()) rows.set(`${collection} ${row._id}`, row)
      }
    })
    return rows
  }

  async #serve(request: SyncRequest): Promise<TransportAnswer> {
    if (!this.isSignedIn) return { status: 401, body: null }
    const { server, person, rewrite } = this.#options
    const body = rewrite?.(request) ?? request
    return inNoTime(async () => {
      const answer = await call(server, 'POST /sync', { token: person.token, body })
      await receiptsSettled(server.app)
      return answer
    })
  }
}
