import type { Outcome } from '../protocol/outcome.ts'
import type { OutboxRecord, StoreTx } from '../store.ts'
import { deleteRanges } from './delete-ranges.ts'
import { dropUploads } from './file-chunks.ts'
import type { Replica } from './replica.ts'

/** `left`: the outbox as it is afterwards; `pending`: how much of it is still to be sent. */
type Settled = { left: OutboxRecord[]; pending: number; hasOutcomes: boolean }

/**
 * [OUTBOX-3] Applied mutations leave the outbox, rejected ones stay in it as rejected, and mutations without an outcome
 * stay as they are: the next request carries them again. `outbox`: as it is before.
 */
export async function applyOutcomes(
  replica: Replica,
  tx: StoreTx,
  { outcomes, outbox }: { outcomes: Outcome[]; outbox: OutboxRecord[] },
): Promise<Settled> {
  const answered = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const result: Settled = { left: [], pending: 0, hasOutcomes: false }
  const changed: OutboxRecord[] = []
  const done: OutboxRecord[] = []
  for (const record of outbox) {
    const outcome = record.state === 'rejected' ? undefined : answered.get(record.id)
    const next = outcome ? afterOutcome(record, outcome) : record
    if (outcome) result.hasOutcomes = true
    if (next === null) done.push(record)
    else result.left.push(next)
    if (next && next !== record) changed.push(next)
  }
  if (changed.length > 0) await tx.outbox.put(changed)
  await deleteRanges(tx.outbox, { all: outbox, gone: done, keyOf: ({ order }) => order })
  await dropFiles(replica, tx, { done, left: result.left })
  result.pending = result.left.filter(({ state }) => state !== 'rejected').length
  return result
}

function afterOutcome(record: OutboxRecord, outcome: Outcome): OutboxRecord | null {
  if (outcome.status === 'applied' || record.state === 'cancelling') return null
  return { ...record, state: 'rejected', rejection: { kind: outcome.kind, message: outcome.message } }
}

/** The files of what is done with go, unless something left in the outbox names them too. */
export async function dropFiles(
  { model }: Replica,
  tx: StoreTx,
  { done, left }: { done: OutboxRecord[]; left: OutboxRecord[] },
): Promise<void> {
  const named = done.flatMap(({ name, args }) => model.files(name, args))
  if (named.length === 0) return
  const needed = new Set(left.flatMap(({ name, args }) => model.files(name, args)))
  await dropUploads(
    tx,
    named.filter((id) => !needed.has(id)),
  )
}
