import { isQueued } from '../core/kept.ts'
import type { OutboxRecord, StoreTx } from '../store.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'

const PERHAPS_SENT =
  'This comes from an old copy of this device and may have been sent already. Look before you try again.'

/** A server forgets an outcome after a month. */
const SURE_FOR_MS = 25 * 24 * 3_600_000

/** Put before its author, who can look whether it happened. */
export function asPerhapsSent(record: OutboxRecord): OutboxRecord {
  return { ...record, state: 'rejected', rejection: { kind: 'conflict', message: PERHAPS_SENT } }
}

/**
 * [TIME-2] Whether the server may have forgotten that it was applied: what came back from the second place may have been
 * heard of by the device that queued it.
 */
export function isDoubtful(record: OutboxRecord, now: Date): boolean {
  if (!record.recovered || !isQueued(record)) return false
  return now.getTime() - Date.parse(record.queuedAt) > SURE_FOR_MS
}

/** [TIME-2] Puts before their authors what waits, and has become doubtful. The transaction is of scope `replica`. */
export async function rejectDoubtful(replica: Replica, tx: StoreTx): Promise<void> {
  const now = replica.now()
  const doubtful = (await tx.outbox.all()).filter((record) => isDoubtful(record, now))
  await tx.outbox.put(doubtful.map(asPerhapsSent))
  await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
}
