import { newDevice } from '../local/identity.ts'
import { doubtfulBy, rejectDoubtful } from '../local/reject-doubtful.ts'
import type { Replica } from '../local/replica.ts'
import type { BackupStorage } from '../ports.ts'
import type { OutboxRecord, StoreTx } from '../store.ts'
import { HAS_BACKUP } from './has-backup.ts'

/**
 * [OUTBOX-9] Has the second place know of the mutation `id` what the outbox does. Answers false, and does nothing, where the
 * copies are of another database, whose own come first.
 */
export async function backUpOne({ store }: Replica, place: BackupStorage, id: string): Promise<boolean> {
  const [areOurs, record] = await store.read('outbox', (tx) => Promise.all([hasBackup(tx), tx.outbox.byId(id)]))
  if (!areOurs) return false
  if (record) await place.put(record)
  else await place.delete([id])
  return true
}

/** Drops the copies of what has left the outbox, and makes those that are missing, or older than a refusal. */
export async function backUpAll(replica: Replica, place: BackupStorage): Promise<void> {
  // First: a copy is made after its record, or begun within its transaction, which whoever reads the outbox then waits
  // for. A copied mutation that is not queued has left the outbox.
  const copied = new Set(await place.ids())
  const outbox = await replica.store.read('outbox', (tx) => tx.outbox.all())
  const queued = new Set(outbox.map(({ id }) => id))
  const left = [...copied].filter((id) => !queued.has(id))
  if (left.length > 0) await place.delete(left)
  for (const { id, state } of outbox) {
    if (!copied.has(id) || state === 'rejected') await backUpOne(replica, place, id)
  }
}

/**
 * [OUTBOX-9] Queues anew, under its ids, what a database had queued that the browser has removed; answers with that, or null
 * where the copies are of this one. The server may know of any of it, so that this device counts as a copy ([TIME-2]).
 */
export async function restoreBackup(replica: Replica, place: BackupStorage): Promise<OutboxRecord[] | null> {
  if (await replica.store.read('outbox', hasBackup)) return null
  const copies = (await place.all()).filter(({ owner }) => owner === replica.account)
  const lost = copies.toSorted((a, b) => a.order - b.order)
  const back = await replica.store.write('strict', 'replica', async (tx) => {
    if (await hasBackup(tx)) return null
    await tx.meta.put([{ key: HAS_BACKUP, value: 'yes' }])
    const known = new Set((await tx.outbox.all()).map(({ id }) => id))
    const missing = lost.filter(({ id }) => !known.has(id))
    if (missing.length === 0) return []
    if (!(await tx.meta.get('device'))) await newDevice(replica, tx)
    await tx.meta.put([{ key: 'copy', value: 'recent' }])
    for (const record of missing) await tx.outbox.add(asDoubtful(record))
    await rejectDoubtful(replica, tx, doubtfulBy(replica.now()))
    return missing
  })
  if (!back?.length) return back
  replica.log({ level: 'warn', message: 'the database was removed: what it had queued is back' })
  // They have other places in this outbox than in the one before.
  for (const { id } of back) await backUpOne(replica, place, id)
  return back
}

type Unflushed = {
  /** The order of the latest mutation that was on the disk when this run began. */
  after: number
  /** Mutations of this run, which no loss of power has taken. */
  ownIds: ReadonlySet<string>
}

/**
 * [OUTBOX-10] Queues anew, under their ids, mutations that a loss of power has taken from the outbox and not from the second place.
 * The server may know of them, as of one whose copy was late to go. Answers how many there were.
 */
export async function requeueUnflushed(
  replica: Replica,
  place: BackupStorage,
  { after, ownIds }: Unflushed,
): Promise<number> {
  if (!Number.isFinite(after)) return 0
  const copies = await place.all()
  const later = copies.filter(({ id, owner, order }) => owner === replica.account && order > after && !ownIds.has(id))
  if (later.length === 0) return 0
  const back = await replica.store.write('strict', 'replica', async (tx) => {
    const known = new Set((await tx.outbox.all()).map(({ id }) => id))
    const missing = later.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.order - b.order)
    for (const record of missing) await tx.outbox.add(asDoubtful(record))
    if (missing.length > 0) await rejectDoubtful(replica, tx, doubtfulBy(replica.now()))
    return missing
  })
  if (back.length > 0) replica.log({ level: 'warn', message: 'a loss of power took what was queued: it is back' })
  for (const { id } of back) await backUpOne(replica, place, id)
  return back.length
}

async function hasBackup(tx: StoreTx): Promise<boolean> {
  return (await tx.meta.get(HAS_BACKUP)) !== undefined
}

/** This mutation may have been in a request: nothing is folded into it, and the server decides when it is discarded. */
function asDoubtful(record: OutboxRecord): Omit<OutboxRecord, 'order'> {
  const { order: _, ...copy } = record
  const state = copy.state === 'sending' ? 'waiting' : copy.state
  return { ...copy, state, attempts: Math.max(1, copy.attempts), recovered: true }
}
