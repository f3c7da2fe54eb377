import type { Clock, DeviceStorage } from './edges.ts'
import type { Replica } from './local/replica.ts'
import type { OutboxRecord } from './store.ts'
import type { SyncStatus } from './status-board.ts'

/** How the device stands, for the page that tells about it. Bytes and milliseconds; null where the browser does not say. */
export type Health = {
  status: SyncStatus
  /** Since the oldest pending mutation was queued, by the device's clock. */
  oldestPendingMs: number | null
  counts: Record<OutboxRecord['state'], number>
  rows: Record<string, number>
  spaces: { space: string; version: number }[]
  device: string | null
  epoch: string | null
  quota: number | null
  usage: number | null
  persisted: boolean | null
}

export async function readHealth({
  replica,
  status,
  clock,
  storage,
}: {
  replica: Replica
  status: SyncStatus
  clock: Clock
  storage: DeviceStorage | undefined
}): Promise<Health> {
  const kept = await replica.store.read('replica', async (tx) => {
    const [device, epoch] = await tx.meta.getMany(['device', 'epoch'])
    const rows: Record<string, number> = {}
    for (const collection of replica.store.collections) rows[collection] = await tx.rows(collection).count()
    return {
      counts: {
        waiting: await tx.outbox.count(['waiting']),
        sending: await tx.outbox.count(['sending']),
        rejected: await tx.outbox.count(['rejected']),
        cancelling: await tx.outbox.count(['cancelling']),
      },
      oldest: await tx.outbox.oldestPending(),
      rows,
      spaces: await tx.spaces.all(),
      device: device?.value ?? null,
      epoch: epoch?.value ?? null,
    }
  })
  const { oldest, ...counted } = kept
  const estimate = await storage?.estimate().catch(() => undefined)
  return {
    ...counted,
    status,
    oldestPendingMs: oldest ? clock.date().getTime() - Date.parse(oldest.queuedAt) : null,
    quota: estimate?.quota ?? null,
    usage: estimate?.usage ?? null,
    persisted: (await storage?.persisted().catch(() => null)) ?? null,
  }
}
