import * as keepFiles from '../engine/local/attach-file.ts'
import { evict } from '../engine/local/evict.ts'
import type { Log } from '../engine/local/replica.ts'
import * as online from '../engine/online-mutation.ts'
import { HAS_BACKUP } from '../engine/outbox-backup/has-backup.ts'
import { OutboxBackup } from '../engine/outbox-backup/outbox-backup.ts'
import type { BackupPorts } from '../engine/outbox-backup/outbox-backup.ts'
import type { DeviceStorage, Transport, Uploader } from '../engine/ports.ts'
import type { ClientStore, OutboxRecord, StoredRow, StoreTx } from '../engine/store.ts'
import { createSyncClient } from '../engine/sync-client.ts'
import type { SyncClient } from '../engine/sync-client.ts'
import * as checks from '../engine/verify/checks.ts'
import { corruptRows } from './corrupt-rows.ts'
import type { Disk } from './disk.ts'
import { FakeTabs } from './fake-tabs.ts'
import { listModel } from './list-model.ts'
import type { ListModel } from './list-model.ts'
import { MemoryBackup } from './memory-backup.ts'
import { MemoryDatabase } from './memory-store.ts'
import { nextListModel } from './next-list-model.ts'
import type { App } from './next-list-model.ts'
import { countedIds } from './random.ts'
import type { Random } from './random.ts'
import { Gate, settle } from './scheduler.ts'
import type { Scheduler } from './scheduler.ts'

export type DeviceOptions = {
  scheduler: Scheduler
  account: string
  /** Tells the ids of this device from those of others. */
  number: number
  transport: (gate: Gate) => Transport
  uploader?: Uploader
  random?: () => number
  skewMs?: number
  log?: Log
  /** A browser without Web Locks: every tab leads. */
  lockless?: boolean
  /** A database that says 'kept' before it has kept: a crash takes what came last. */
  isForgetful?: boolean
  /** A database that says 'kept' where it has no room. */
  hidesFull?: boolean
  /** A browser without a second place for what is queued. */
  keepsNoCopies?: boolean
  /** In place of one that answers at once. */
  loadOnline?: () => Promise<typeof online>
  dropCaches?: () => Promise<void>
  storage?: DeviceStorage
  /** The initial content of its disk. */
  database?: Disk
  /** Makes the disk of one whose own was lost. */
  newDisk?: (() => Disk) | undefined
}

/** Bytes of a piece of a file: few, so that files have several. */
export const CHUNK_BYTES = 16

export type Tab = { client: SyncClient<ListModel, null>; app: App; gate: Gate; kill: () => void }

/** One browser profile of one account: a database, and tabs that come and go over it. */
export class Device {
  readonly account: string
  tabs: Tab[] = []
  /** How often its disk was replaced by a copy. */
  restores = 0
  /** True when a copy has queued its mutations once more, here or on another device: the first may come last. */
  isCopied = false
  /** True when it found that it is a copy of another. */
  isCopy = false
  /** True when cached rows have made room. */
  hasEvicted = false
  /** Which app its tabs load from now on. */
  app: App = 'first'
  /** True when tabs of both apps have been open over it: the older one shows nothing that it cannot read. */
  isMixed = false
  /** True when its cache was corrupted, here or before it was copied. */
  hasDrifted = false
  /** How often it found that something was. */
  repairs = 0
  #database: Disk
  readonly place = new MemoryBackup()
  readonly #shared: FakeTabs
  readonly #options: DeviceOptions
  readonly #newId: () => string
  #look: ClientStore

  constructor(options: DeviceOptions) {
    this.#options = options
    this.account = options.account
    this.#database = options.database ?? this.#newDisk()
    this.#look = this.#database.connect().store
    this.#shared = new FakeTabs(options.scheduler)
    this.#newId = countedIds(options.number)
  }

  async open(): Promise<Tab> {
    const tab = this.openIdle()
    void tab.client.restoreBackup().then(() => tab.client.wake('start'))
    await settle()
    return tab
  }

  /** A tab, or a service worker, that has not joined in. */
  openIdle(): Tab {
    const { scheduler, transport, skewMs } = this.#options
    const gate = new Gate()
    const connection = this.#database.connect()
    const { app } = this
    this.isMixed ||= this.tabs.some((tab) => tab.app !== app)
    const client = createSyncClient({
      account: this.account,
      // Tests mend the differences between the two.
      model: app === 'first' ? listModel : (nextListModel as unknown as ListModel),
      database: { db: null, store: connection.store, close: async () => connection.kill() },
      transport: transport(gate),
      comparing: async () => checks,
      files: async () => keepFiles,
      online: this.#options.loadOnline ?? (async () => online),
      uploader: this.#options.uploader ?? (async () => ({ status: 200, body: null })),
      locks: this.#options.lockless ? null : this.#shared.locks(gate),
      channel: this.#shared.channel(gate),
      clock: scheduler.clock(gate, skewMs),
      random: this.#options.random ?? (() => 0.5),
      log: (event) => {
        if (event.message.endsWith('copy: it starts anew')) this.isCopy = true
        if (event.message.endsWith('cached rows made room')) this.hasEvicted = true
        if (event.message.startsWith('a space had drifted')) this.repairs += 1
        this.#options.log?.(event)
      },
      newId: this.#newId,
      chunkBytes: CHUNK_BYTES,
      storage: this.#options.storage,
      ...(!this.#options.keepsNoCopies && {
        loadBackup: async (edges: BackupPorts) => new OutboxBackup(edges, this.place),
      }),
      makeRoom: { evict, dropCaches: this.#options.dropCaches ?? (async () => {}) },
    })
    const kill = () => {
      connection.kill()
      gate.kill()
      this.#shared.bury(gate)
      this.tabs = this.tabs.filter((other) => other !== tab)
    }
    const tab: Tab = { client, app, gate, kill }
    this.tabs.push(tab)
    return tab
  }

  /** From now on the disk takes `spare` characters more, and nothing beyond; null gives it its room back. */
  fill(spare: number | null): void {
    this.#database.limit = spare === null ? null : this.#database.size + spare
  }

  /** A copy of all that is on disk. */
  copyDatabase(): Disk {
    return this.#database.clone()
  }

  /** Every tab dies, and the device has what was on the disk of that copy. */
  restore(copy: Disk): void {
    for (const tab of [...this.tabs]) tab.kill()
    this.restores += 1
    this.isCopied = true
    this.#database = copy.clone()
    this.#look = this.#database.connect().store
  }

  /** Every tab dies, and the browser makes a new database in the place of the one that it has ruined. */
  ruin(): void {
    for (const tab of [...this.tabs]) tab.kill()
    this.restores += 1
    this.#database = this.#newDisk()
    this.#look = this.#database.connect().store
  }

  /** Changes the database behind the engine's back. */
  async tamper(work: (tx: StoreTx) => Promise<void>): Promise<void> {
    await this.#look.write('relaxed', 'replica', work)
  }

  async spoil(random: Random): Promise<void> {
    this.hasDrifted = true
    // On a full disk nothing more can be spoilt by writing.
    await this.tamper((tx) => corruptRows(tx, Object.keys(listModel.collections), random)).catch(() => {})
  }

  async outbox(): Promise<OutboxRecord[]> {
    return this.#look.read('outbox', (tx) => tx.outbox.all())
  }

  /** The mutations of a ruined database, which the next tab will restore. */
  async queuedIds(): Promise<string[]> {
    const queued = (await this.outbox()).map(({ id }) => id)
    const isBack = await this.#look.read('outbox', (tx) => tx.meta.get(HAS_BACKUP))
    return isBack ? queued : [...queued, ...(await this.place.ids())]
  }

  /** Violations of this device. */
  async emptyOutbox(): Promise<void> {
    await this.#look.write('strict', 'outbox', (tx) => tx.outbox.clear())
  }

  /** The cursor of the device. */
  async cursor(): Promise<{ epoch: string | null; run: number; spaces: Record<string, number> }> {
    return this.#look.read('outbox', async (tx) => ({
      epoch: (await tx.meta.get('epoch'))?.value ?? null,
      run: Number((await tx.meta.get('run'))?.value ?? 0),
      spaces: Object.fromEntries((await tx.spaces.all()).map(({ space, version }) => [space, version])),
    }))
  }

  /** The keys of what is being written. */
  async drafts(): Promise<string[]> {
    return this.#look.read('drafts', (tx) => tx.drafts.keys())
  }

  async keptAside(): Promise<number> {
    return this.#look.read('replica', async (tx) => (await tx.base.all()).length)
  }

  async rows(collection: string): Promise<StoredRow[]> {
    return this.#look.read('replica', (tx) => tx.rows(collection).all())
  }

  /** The rows on the screens, by collection and id, without the engine's own field. */
  async view(): Promise<Map<string, Record<string, unknown>>> {
    const view = new Map<string, Record<string, unknown>>()
    for (const collection of Object.keys(listModel.collections)) {
      for (const { $space: _, ...row } of await this.rows(collection)) view.set(`${collection} ${row._id}`, row)
    }
    return view
  }

  #newDisk(): Disk {
    const { newDisk, isForgetful, hidesFull } = this.#options
    return newDisk?.() ?? new MemoryDatabase(Object.keys(listModel.collections), { isForgetful, hidesFull })
  }
}
