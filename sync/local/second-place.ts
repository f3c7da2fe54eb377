import type { SecondPlace } from '../edges.ts'
import type { OutboxRecord, StoreTx } from '../store.ts'
import { newDevice } from './identity.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'

/** In `meta` of a database whose copies are made: those that are there of one without it are of one before it. */
const HAS_COPIES = 'copies'

/** [OUTBOX-9] Has the second place know of the mutation `id` what the outbox does. */
export async function copyOne(replica: Replica, place: SecondPlace, id: string): Promise<void> {
  if (!(await isCopied(replica))) return void (await bringBack(replica, place))
  const record = await replica.store.read('outbox', (tx) => tx.outbox.byId(id))
  if (record) await place.put(record)
  else await place.delete([id])
}

/** Drops the copies of what has left the outbox, and makes those that are missing. */
export async function copyAll(replica: Replica, place: SecondPlace): Promise<void> {
  if (await isCopied(replica)) await bringUp(replica, place)
  else await bringBack(replica, place)
}

/**
 * [OUTBOX-9] Queues anew, under its ids, what a database had queued that the browser has removed; answers with that. The
 * server may know of any of it, so that this device counts as a copy ([TIME-2]). Of a database that is still there the
 * copies are brought up instead.
 */
export async function bringBack(replica: Replica, place: SecondPlace): Promise<OutboxRecord[]> {
  const copies = (await place.all()).filter(({ owner }) => owner === replica.account)
  const lost = copies.toSorted((a, b) => a.order - b.order)
  const back = await replica.store.write('strict', 'replica', async (tx) => {
    if (await hasCopies(tx)) return []
    await tx.meta.put([{ key: HAS_COPIES, value: 'yes' }])
    const known = new Set((await tx.outbox.all()).map(({ id }) => id))
    const missing = lost.filter(({ id }) => !known.has(id))
    if (missing.length === 0) return []
    if (!(await tx.meta.get('device'))) await newDevice(replica, tx)
    await tx.meta.put([{ key: 'copy', value: 'recent' }])
    for (const record of missing) await tx.outbox.add(asPerhapsKnown(record))
    await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
    return missing
  })
  if (back.length > 0) replica.log({ level: 'warn', message: 'the database was removed: what it had queued is back' })
  await bringUp(replica, place)
  return back
}

async function bringUp(replica: Replica, place: SecondPlace): Promise<void> {
  // First: a copy is made after its record, so that what has one and is not queued has left.
  const copied = new Set(await place.ids())
  const outbox = await replica.store.read('outbox', (tx) => tx.outbox.all())
  const queued = new Set(outbox.map(({ id }) => id))
  const left = [...copied].filter((id) => !queued.has(id))
  if (left.length > 0) await place.delete(left)
  for (const record of outbox) if (!copied.has(record.id)) await place.put(record)
}

function isCopied({ store }: Replica): Promise<boolean> {
  return store.read('outbox', hasCopies)
}

async function hasCopies(tx: StoreTx): Promise<boolean> {
  return (await tx.meta.get(HAS_COPIES)) !== undefined
}

/** What may have been in a request: nothing is folded into it, and to take it back is the server's to decide. */
function asPerhapsKnown(copy: OutboxRecord): Omit<OutboxRecord, 'order'> {
  const { order: _, ...record } = copy
  return {
    ...record,
    state: record.state === 'sending' ? 'waiting' : record.state,
    attempts: Math.max(1, record.attempts),
  }
}
