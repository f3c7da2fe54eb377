import { storedEntries } from './event-log.ts'
import type { EventLog, LogEntry } from './event-log.ts'
import type { Replica } from './local/replica.ts'
import type { SyncStatus } from './status-board.ts'
import type { ClientStore, OutboxRecord, StoreTx } from './store.ts'
import type { ClientInternals } from './sync-client.ts'
import { readChecks } from './verify/checks.ts'
import type { Check } from './verify/checks.ts'

/** How the device stands, for the page that tells about it. Bytes and milliseconds; null where the browser does not say. */
export type Health = {
  /** `lastSyncAt` is the last pull. */
  status: SyncStatus
  /** Since the oldest pending mutation was queued, by the device's clock. */
  oldestPendingMs: number | null
  counts: Record<OutboxRecord['state'], number>
  rows: Record<string, number>
  /** `check`: how a space compared with the server's, null when it has not been yet. */
  spaces: { space: string; version: number; check: Check | null }[]
  device: string | null
  epoch: string | null
  quota: number | null
  usage: number | null
  persisted: boolean | null
  /** Oldest first, see `event-log.ts`. */
  log: LogEntry[]
}

type Looked = { inside: ClientInternals; status(): SyncStatus }

/** [STATUS-3] */
export async function readHealth(sync: Looked): Promise<Health> {
  const { replica, clock, storage, events } = sync.inside
  const log = await readLog(events, replica.store)
  const { oldest, ...counted } = await replica.store.read('replica', (tx) => count(replica, tx))
  const estimate = await storage?.estimate().catch(() => undefined)
  return {
    ...counted,
    status: sync.status(),
    log,
    oldestPendingMs: oldest ? clock.date().getTime() - Date.parse(oldest.queuedAt) : null,
    quota: estimate?.quota ?? null,
    usage: estimate?.usage ?? null,
    persisted: (await storage?.persisted().catch(() => null)) ?? null,
  }
}

async function count({ store }: Replica, tx: StoreTx) {
  const [device, epoch] = await tx.meta.getMany(['device', 'epoch'])
  const rows: Record<string, number> = {}
  for (const collection of store.collections) rows[collection] = await tx.rows(collection).count()
  const checks = (await readChecks(tx)).spaces
  return {
    counts: {
      waiting: await tx.outbox.count(['waiting']),
      sending: await tx.outbox.count(['sending']),
      rejected: await tx.outbox.count(['rejected']),
      cancelling: await tx.outbox.count(['cancelling']),
    },
    oldest: await tx.outbox.oldestPending(),
    rows,
    spaces: (await tx.spaces.all()).map((record) => ({ ...record, check: checks[record.space] ?? null })),
    device: device?.value ?? null,
    epoch: epoch?.value ?? null,
  }
}

/** This page's events, and what earlier ones and other tabs have left. */
async function readLog(events: EventLog, store: ClientStore): Promise<LogEntry[]> {
  const { recent } = events
  const kept = await store.read('outbox', storedEntries)
  const ours = new Set(recent.map((entry) => JSON.stringify(entry)))
  const others = kept.filter((entry) => !ours.has(JSON.stringify(entry)))
  return [...others, ...recent].sort((a, b) => (a.at < b.at ? -1 : 1))
}
