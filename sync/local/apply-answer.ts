import type { RowChange } from '../core/rebase.ts'
import { changesOf, planSpaces } from '../core/space-changes.ts'
import type { Outcome } from '../protocol/outcome.ts'
import type { SpacePatch, SyncResponse } from '../protocol/sync-response.ts'
import type { OutboxRecord, SpaceRecord, StoreTx } from '../store.ts'
import { asWaiting } from './batch.ts'
import { becomeNewDevice } from './become-new-device.ts'
import type { Batch } from './batch.ts'
import { clearCache } from './cache.ts'
import { isSame, isSameTurn, noteAnswer, readIdentity } from './identity.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'

/**
 * `overtaken`: the device is not the one that asked, or another tab has met a new server in the meantime; the answer is
 * dropped and the question asked again.
 * `pending`: what the outbox still has to send. `taken`: the spaces that have moved, with the versions held now.
 */
export type Applied = { overtaken: boolean; pending: number; taken: SpaceRecord[] }

/** Takes in an answer, outcomes and patches at once, so that no live query sees one without the other. */
export async function applyAnswer(
  replica: Replica,
  { request, sent }: Batch,
  response: SyncResponse,
): Promise<Applied> {
  return replica.store.write('relaxed', 'replica', async (tx) => {
    const now = await readIdentity(replica, tx)
    const overtaken = { overtaken: true, pending: sent.length, taken: [] }
    if (!isSame(now, request)) return overtaken
    if (response.copied) {
      // What another tab has pushed since makes this one's question look old.
      if (isSameTurn(now, request)) await becomeNewDevice(replica, tx, response.copied)
      return overtaken
    }
    if (response.run !== now.run && (await hasMoved(tx, request))) return overtaken
    await noteAnswer(replica, tx, { now, asked: request, answer: response })
    const isNewServer = now.epoch !== response.epoch
    if (isNewServer) await clearCache(replica, tx)
    const { changes, taken } = await moveCursor(replica, tx, { request, response })
    const outbox = await settle(replica, tx, { sent, outcomes: response.outcomes })
    if (isNewServer || changes.length > 0 || outbox.hasOutcomes) {
      await rebaseStore(replica, tx, { changes, records: outbox.left })
    }
    return { overtaken: false, pending: outbox.left.filter(({ state }) => state !== 'rejected').length, taken }
  })
}

/** [TIME-3] A server that was restored has judged the cursor that it was sent: what has come in since it knows nothing of. */
async function hasMoved(tx: StoreTx, { cursor }: Batch['request']): Promise<boolean> {
  const spaces = await tx.spaces.all()
  return spaces.some(({ space, version }) => cursor[space] !== version)
}

async function moveCursor(
  replica: Replica,
  tx: StoreTx,
  { request, response }: { request: Batch['request']; response: SyncResponse },
): Promise<{ changes: RowChange[]; taken: SpaceRecord[] }> {
  const spaces = await tx.spaces.all()
  const known = new Set(spaces.map(({ space }) => space))
  const plan = planSpaces(response, request.cursor, spaces)
  const gone = plan.gone.map((space): SpacePatch => ({ space, version: 0, reset: true, rows: [] }))
  const changes: RowChange[] = []
  for (const patch of [...gone, ...plan.taken]) {
    const replaces = patch.reset && known.has(patch.space)
    for (const change of changesOf(patch, replaces ? await heldIn(replica, tx, patch.space) : [])) changes.push(change)
  }
  if (plan.gone.length > 0) await tx.spaces.delete(plan.gone)
  const taken = plan.taken.map(({ space, version }) => ({ space, version }))
  if (taken.length > 0) await tx.spaces.put(taken)
  return { changes, taken }
}

/** Every row that the device has of a space, shown or kept aside. */
async function heldIn(replica: Replica, tx: StoreTx, space: string): Promise<{ collection: string; id: string }[]> {
  const held = (await tx.base.all()).filter(({ row }) => row?.$space === space)
  const keys = held.map(({ collection, id }) => ({ collection, id }))
  for (const collection of replica.store.collections) {
    for (const id of await tx.rows(collection).idsOfSpace(space)) keys.push({ collection, id })
  }
  return keys
}

/** `left`: the outbox as it is afterwards. */
type Settled = { left: OutboxRecord[]; hasOutcomes: boolean }

/** [OUTBOX-3] What was applied leaves the outbox, what was refused stays in it as such, what has no outcome waits on. */
async function settle(
  replica: Replica,
  tx: StoreTx,
  { sent, outcomes }: { sent: OutboxRecord[]; outcomes: Outcome[] },
): Promise<Settled> {
  const answered = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const asked = new Set(sent.map(({ id }) => id))
  const result: Settled = { left: [], hasOutcomes: false }
  const changed: OutboxRecord[] = []
  const done: OutboxRecord[] = []
  for (const record of await tx.outbox.all()) {
    const outcome = record.state === 'rejected' ? undefined : answered.get(record.id)
    const next = outcome ? afterOutcome(record, outcome) : asked.has(record.id) ? afterSilence(record) : record
    if (outcome) result.hasOutcomes = true
    if (next === null) done.push(record)
    else result.left.push(next)
    if (next && next !== record) changed.push(next)
  }
  if (changed.length > 0) await tx.outbox.put(changed)
  if (done.length > 0) await tx.outbox.delete(done.map(({ order }) => order))
  await dropFiles(replica, tx, { done, left: result.left })
  return result
}

function afterOutcome(record: OutboxRecord, outcome: Outcome): OutboxRecord | null {
  if (outcome.status === 'applied' || record.state === 'cancelling') return null
  return { ...record, state: 'rejected', rejection: { kind: outcome.kind, message: outcome.message } }
}

function afterSilence(record: OutboxRecord): OutboxRecord {
  return record.state === 'sending' ? asWaiting(record) : record
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
  const fileIds = named.filter((id) => !needed.has(id))
  await tx.uploads.delete(fileIds)
  await tx.blobs.delete(fileIds)
}
