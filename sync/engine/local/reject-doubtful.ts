import { isQueued } from '../core/outbox-record.ts'
import type { OutboxRecord, StoreTx } from '../store.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'

const DOUBTFUL = 'This comes from an old copy of this device and may have been sent already. Look before you try again.'

/** A server forgets an outcome after a month. */
const SURE_FOR_MS = 25 * 24 * 3_600_000

/** Put before its author, who can look whether it happened. */
function asDoubtful(record: OutboxRecord): OutboxRecord {
  return { ...record, state: 'rejected', rejection: { kind: 'conflict', message: DOUBTFUL } }
}

/**
 * [TIME-2] Tells of what the server may have forgotten by now that it was applied: what came back from the second place may
 * have been heard of by the device that queued it.
 */
export function doubtfulBy(now: Date): (record: OutboxRecord) => boolean {
  // A clock that was set back says nothing, either.
  const isSure = (queuedAt: string) => Math.abs(now.getTime() - Date.parse(queuedAt)) <= SURE_FOR_MS
  return (record) => isQueued(record) && record.recovered === true && !isSure(record.queuedAt)
}

/** Puts before their author, of what is queued, what `isDoubted`. The transaction is of scope `replica`. */
export async function rejectDoubtful(
  replica: Replica,
  tx: StoreTx,
  isDoubted: (record: OutboxRecord) => boolean,
): Promise<void> {
  const outbox = await tx.outbox.all()
  await tx.outbox.put(outbox.filter((record) => isQueued(record) && isDoubted(record)).map(asDoubtful))
  await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
}
