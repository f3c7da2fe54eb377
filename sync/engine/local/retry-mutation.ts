import { isQueued } from '../core/outbox-record.ts'
import type { OutboxRecord, Rejection } from '../store.ts'
import { dropFiles } from './apply-outcomes.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'
import { retryFiles } from './retry-files.ts'

/**
 * Queues a rejected mutation again, at the end and under a new id, which it answers: the server answers the old id with
 * the old refusal for ever. A mutation that waits already stays: null.
 */
export async function retry(replica: Replica, id: string): Promise<string | null> {
  return replica.store.write('strict', 'replica', async (tx) => {
    const rejected = await tx.outbox.byId(id)
    if (rejected?.state !== 'rejected') return null
    const { order, recovered: _, ...record } = rejected
    await tx.outbox.delete([order])
    const again = replica.newId()
    const queuedAt = replica.now().toISOString()
    await tx.outbox.add({ ...record, id: again, queuedAt, state: 'waiting', attempts: 0, rejection: null })
    // A file that is there may have been collected in the meantime: one sent twice under its id is still one.
    await retryFiles(replica, tx, { ...rejected, states: ['rejected', 'sent'] })
    await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
    return again
  })
}

/**
 * [OUTBOX-4] Takes a mutation back. One that never was in a request, or has been refused, goes; of any other the server
 * may know, so that it is told, and its answer decides.
 */
export async function discard(replica: Replica, id: string): Promise<void> {
  await replica.store.write('strict', 'replica', async (tx) => {
    const record = await tx.outbox.byId(id)
    if (!record) return
    if (record.state === 'rejected' || record.attempts === 0) {
      await tx.outbox.delete([record.order])
      await dropFiles(replica, tx, { done: [record], left: await tx.outbox.all() })
    } else {
      await tx.outbox.put([{ ...record, state: 'cancelling' }])
    }
    await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
  })
}

/** [MONEY-2] Takes back what was sent beside the outbox, and of which the server may know: its answer decides. */
export async function withdraw(replica: Replica, record: Omit<OutboxRecord, 'order'>): Promise<void> {
  await replica.store.write('strict', 'outbox', async (tx) => {
    if (!(await tx.outbox.byId(record.id))) await tx.outbox.add({ ...record, state: 'cancelling', attempts: 1 })
  })
}

/**
 * [UPLOAD-2] Refuses what waits for a file that the server will not take; nothing of it was sent, so that the server knows
 * nothing of it. A file that another tab has brought there in the meantime is there.
 */
export async function rejectForFile(replica: Replica, fileId: string, rejection: Rejection): Promise<void> {
  await replica.store.write('relaxed', 'replica', async (tx) => {
    const upload = await tx.uploads.get(fileId)
    if (!upload || upload.state === 'sent') return
    await tx.uploads.put([{ ...upload, state: 'rejected', sent: 0, rejection }])
    const queued = (await tx.outbox.all()).filter(isQueued)
    const naming = queued.filter(({ name, args }) => replica.model.files(name, args).includes(fileId))
    if (naming.length === 0) return
    await tx.outbox.put(naming.map((record): OutboxRecord => ({ ...record, state: 'rejected', rejection })))
    await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
  })
}
