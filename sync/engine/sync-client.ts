import { v7 } from 'uuid'
import { DiskFlush } from './disk-flush.ts'
import { EventLog } from './event-log.ts'
import type { AttachedFile } from './local/attach-file.ts'
import { resetCache, storePage } from './local/cache.ts'
import { recordOf } from './local/enqueue.ts'
import type { Log, Replica } from './local/replica.ts'
import { discard, retry } from './local/retry-mutation.ts'
import { StorageQuota } from './local/storage-quota.ts'
import type { FreeStorage } from './local/storage-quota.ts'
import type { ArgsIn, CollectionOf, Model, MutationOf, RowOf } from './model.ts'
import type { sendOnline } from './online-mutation.ts'
import { LazyOutboxBackup } from './outbox-backup/lazy-outbox-backup.ts'
import type { LoadBackup } from './outbox-backup/lazy-outbox-backup.ts'
import type { BackupPorts } from './outbox-backup/outbox-backup.ts'
import type { Channel, Clock, DeviceStorage, Locks, Transport, TransportAnswer, Uploader } from './ports.ts'
import type { ErrorBody } from './protocol/error-body.ts'
import type { Poke } from './protocol/poke.ts'
import type { Receipt } from './protocol/receipt.ts'
import { Refusal } from './protocol/refusal.ts'
import type { SyncStatus } from './status-board.ts'
import type { ClientStore, Draft, OutboxRecord, SentDraft } from './store.ts'
import { TabEngine } from './tab-engine.ts'
import type { WakeReason } from './tab-engine.ts'
import type { LoadVerify } from './verify/background-verify.ts'

/** Everything with an effect is handed in; `D` is what live queries read, and the engine never looks at it. */
export type SyncClientOptions<M extends Model, D> = {
  account: string
  model: M
  database: { db: D; store: ClientStore; close(): Promise<void> }
  transport: Transport
  /** Left out by a product without files. */
  uploader?: Uploader
  /** Left out where none are attached or looked at. */
  files?: LoadFiles
  locks: Locks | null
  channel: Channel
  clock: Clock
  /** In [0, 1). */
  random: () => number
  log: Log
  /** The earlier events of `log`, where it began before the client did. */
  events?: EventLog
  /** Left out where nobody stays for long: nothing is compared there without being asked. */
  comparing?: LoadVerify
  newId?: () => string
  /** Bytes of a piece of a file on the device. */
  chunkBytes?: number
  storage?: DeviceStorage | undefined
  makeRoom?: FreeStorage
  /** `online-mutation.ts`, loaded for the first mutation that is never queued; left out by a product that has none. */
  online?: () => Promise<{ sendOnline: typeof sendOnline }>
  /** Left out where the database is the only place. */
  loadBackup?: LoadBackup
}

/** `local/attach-file.ts`, loaded when somebody attaches or looks at a file. */
export type LoadFiles = () => Promise<{
  attach(replica: Replica, file: AttachedFile): Promise<void>
  detach(replica: Replica, fileId: string): Promise<void>
  fileOf(replica: Replica, fileId: string): Promise<Blob | null>
}>

/**
 * A mutation that a killed browser does not lose. `onDisk` resolves, and never rejects: true once a loss of power does not
 * take it either, some milliseconds later, and false where the disk could not be flushed ([OUTBOX-10]).
 */
export type Kept = { id: string; onDisk: Promise<boolean> }

/** The parts of a client. */
export type ClientInternals = {
  replica: Replica
  transport: Transport
  clock: Clock
  storage: DeviceStorage | undefined
  events: EventLog
}

export type SyncClient<M extends Model, D> = {
  /** To be read with live queries; written only by the engine. */
  db: D
  /**
   * Resolves when the mutation is kept, with its optimistic rows; it is sent when there is a line, under the id that
   * is answered: that of an earlier mutation where it went into one ([OUTBOX-8]). Rejects with a Refusal (`invalid`;
   * `unavailable` for one that needs a line; DeviceFull), or with the storage's own error, and then nothing is kept.
   * Other writes reject with DeviceFull, too. `draft`: what it was made of, where it is queued; it goes as the mutation
   * is kept, unless something else is in it by then.
   */
  mutate<Name extends MutationOf<M>>(name: Name, args: ArgsIn<M, Name>, draft?: SentDraft): Promise<Kept>
  /** Keeps a file, durably; it goes up before the first mutation that names it. */
  attach(file: AttachedFile): Promise<void>
  /** A file that was attached here; null when it is not, or no longer. */
  fileOf(fileId: string): Promise<Blob | null>
  /** Drops a file that nothing queued names; one that is just being attached is given up. */
  detach(fileId: string): Promise<void>
  putDraft(draft: Draft): Promise<void>
  removeDraft(key: string): Promise<void>
  /** Queues a rejected mutation again; sends a waiting one at once. */
  retry(id: string): Promise<void>
  /** Takes a mutation back; of one that the server may know, its answer decides. */
  discard(id: string): Promise<void>
  /**
   * [OUTBOX-9] Before `start`: queues anew what a database had queued that the browser has removed, and answers with it; null
   * where the database is the one of which there are copies, or that cannot be found out.
   */
  restoreBackup(): Promise<OutboxRecord[] | null>
  /**
   * Keeps rows read over REST, never over newer or optimistic ones. `amend` makes a row of the one that was read and the one
   * that is held, in one transaction; null leaves it as it is.
   */
  storePage<Name extends CollectionOf<M>>(
    collection: Name,
    rows: RowOf<M, Name>[],
    amend?: (row: RowOf<M, Name>, held: RowOf<M, Name>) => RowOf<M, Name> | null,
  ): Promise<void>
  /** `start` joins in; all else asks the server, but for a poke that brings what it speaks of, or comes late. */
  wake(reason: WakeReason, poke?: Poke): void
  /** Sends what can be sent now, wherever it runs; true when nothing is pending, or a tab sees to it. The service worker uses it. */
  drainOnce(): Promise<boolean>
  status(): SyncStatus
  subscribe(listener: () => void): () => void
  /** Calls back, in the tab that did so, when something from the server is on the device. Returns how to stop. */
  onTaken(listener: (taken: Receipt) => void): () => void
  /** For `health.ts` and `verify.ts`, which are loaded where somebody wants to look. */
  inside: ClientInternals
  /** Fetches the cached rows anew. Outbox, drafts and files stay. */
  resetCache(): Promise<void>
  /** The token is good again. */
  signedIn(): void
  /** Ends all work of this tab and closes the database; what is queued stays queued. */
  stop(): Promise<void>
}

export function createSyncClient<const M extends Model, D>(options: SyncClientOptions<M, D>): SyncClient<M, D> {
  const { account, model, database, clock, transport, storage, makeRoom = {}, chunkBytes } = options
  const events = options.events ?? new EventLog(options.log, () => clock.date())
  events.keepIn(database.store)
  const tabLock = { locks: options.locks, id: null }
  const { uploader = takesNoFiles, files = keepsNoFiles, newId = () => v7() } = options
  const bare = { account, model, newId, now: () => clock.date(), log: events.log, tabLock }
  const room = new StorageQuota({ replica: { ...bare, store: database.store }, storage, clock, makeRoom })
  const { store } = room
  const replica: Replica = { ...bare, store, chunkBytes }
  const engine = new TabEngine({ ...options, uploader, replica, room })
  const persist = persistOnce(engine, storage)
  const flush = new DiskFlush(replica, clock)
  const copies = copiesOf({ replica, clock, engine, flush }, options.loadBackup)
  return {
    db: database.db,
    async mutate(name, args, draft) {
      const record = recordOf(replica, name, args)
      if (model.mutations[name]?.class === 'online') {
        const onWithdrawn = () => {
          engine.changed('mutation')
          void copies.backUp(record.id)
        }
        if (!options.online) throw new TypeError('no mutation is sent online here')
        const { sendOnline } = await options.online().catch(withoutLine)
        await sendOnline({ replica, transport, clock, record, state: engine.status.state, onWithdrawn })
        return { id: record.id, onDisk: flush.behind() }
      }
      if (copies.isBehind) await copies.catchUp()
      // While the disk writes: to copy takes as long again.
      let isBegun = false
      const onAdded = (added: OutboxRecord) => {
        // On a full disk it would take the room that its record needs.
        const copy = room.isFull ? null : copies.add(added)
        isBegun ||= copy !== null
        return copy
      }
      const { id, copy, order } = await engine.keep(record, { draft, onAdded }).catch(async (cause: unknown) => {
        // The user may write the mutation again after the error.
        if (isBegun) await copies.drop(record.id)
        throw cause
      })
      const onDisk = flush.behind(order)
      persist()
      // A transaction that ran twice may have begun with something else than it has kept.
      await (copy ?? copies.backUp(id, ...(isBegun ? [record.id] : [])))
      return { id, onDisk }
    },
    async attach(file) {
      await (await files()).attach(replica, file)
      persist()
    },
    fileOf: async (fileId) => (await files()).fileOf(replica, fileId),
    detach: async (fileId) => (await files()).detach(replica, fileId),
    putDraft: (draft) => store.write('strict', 'drafts', (tx) => tx.drafts.put([draft])).then(persist),
    removeDraft: (key) => store.write('strict', 'drafts', (tx) => tx.drafts.delete([key])),
    async retry(id) {
      const again = await retry(replica, id)
      engine.changed('manual')
      await copies.backUp(id, ...(again ? [again] : []))
    },
    async discard(id) {
      await discard(replica, id)
      engine.changed('mutation')
      await copies.backUp(id)
    },
    restoreBackup: () => copies.restore(),
    storePage: (collection, rows, amend) => storePage(replica, collection, { rows, amend }),
    wake: (reason, poke) => engine.wake(reason, poke),
    drainOnce: () => engine.drainOnce(),
    status: () => engine.status,
    subscribe: (listener) => engine.subscribe(listener),
    onTaken: (listener) => engine.onTaken(listener),
    inside: { replica, transport, clock, storage, events },
    resetCache: () => resetCache(replica).then(() => engine.changed('manual')),
    signedIn: () => engine.signedIn(),
    async stop() {
      engine.stop()
      await flush.stop()
      await copies.stop()
      await database.close()
    },
  }
}

type CopyEdges = Omit<BackupPorts, 'flushedBefore'> & { flush: DiskFlush }

function copiesOf({ flush, ...edges }: CopyEdges, load: LoadBackup | undefined): LazyOutboxBackup {
  return new LazyOutboxBackup({ ...edges, flushedBefore: () => flush.flushedBefore() }, load)
}

/** Nothing of it was sent: what sends it cannot be loaded. */
function withoutLine(cause: unknown): never {
  const refusal = new Refusal('unavailable', 'This needs a connection.')
  refusal.cause = cause
  throw refusal
}

async function keepsNoFiles(): Promise<never> {
  throw new TypeError('no files are kept here')
}

async function takesNoFiles(): Promise<TransportAnswer> {
  const message = 'Files cannot be sent here.'
  return { status: 415, body: { statusCode: 415, message, error: 'Unsupported Media Type' } satisfies ErrorBody }
}

/** [QUOTA-6] Asks the browser to keep the data, at the first write that cannot go out. */
function persistOnce(engine: TabEngine, storage: DeviceStorage | undefined): () => void {
  let asked = false
  const persist = () => {
    const { state } = engine.status
    if (asked || !storage || state === 'idle' || state === 'syncing') return
    asked = true
    void storage.persist().catch(() => false)
  }
  // Sending it may be what shows that there is no line.
  engine.subscribe(() => engine.status.pending > 0 && persist())
  return persist
}
