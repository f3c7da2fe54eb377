import { DeviceFull } from '../core/device-full.ts'
import { changesOf, planSpaces } from '../core/plan-spaces.ts'
import type { RowChange } from '../core/rebase.ts'
import type { SpacePatch, SyncResponse } from '../protocol/sync-response.ts'
import type { SpaceRecord, StoreTx } from '../store.ts'
import { clearIfLost, applyOutcomesOnly } from './apply-outcomes-only.ts'
import type { Applied } from './apply-outcomes-only.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import type { Batch } from './batch.ts'
import { clearCache, notePartial } from './cache.ts'
import { isSame, isSameTurn, noteAnswer, readIdentity } from './identity.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'
import { resetIdentity } from './reset-identity.ts'

type OwnRow = { collection: string; id: string; space: string }

/**
 * Takes in an answer, outcomes and patches at once, so that no live query sees one without the other. [QUOTA-4] Where it
 * has no room, its outcomes alone, which give some back.
 */
export async function applyAnswer(replica: Replica, batch: Batch, response: SyncResponse): Promise<Applied> {
  try {
    return await takeIn(replica, batch, response)
  } catch (cause) {
    if (!(cause instanceof DeviceFull) || response.copied) throw cause
    return applyOutcomesOnly(replica, batch, response)
  }
}

function takeIn(replica: Replica, { request, sent }: Batch, response: SyncResponse): Promise<Applied> {
  return replica.store.write('relaxed', 'replica', async (tx) => {
    const now = await readIdentity(replica, tx)
    const overtaken = { overtaken: true, pending: sent.length, full: false, taken: [] }
    if (!isSame(now, request)) return overtaken
    if (response.copied) {
      // A later push of another tab makes this request look old.
      if (isSameTurn(now, request)) await resetIdentity(replica, tx, response.copied)
      return overtaken
    }
    if (response.run !== now.run && (await hasMoved(tx, request))) return overtaken
    if (await clearIfLost(replica, tx, { now, response })) return overtaken
    await noteAnswer(replica, tx, { now, asked: request, answer: response })
    // Before the first answer there is nothing of another server.
    const isNewServer = now.epoch !== null && now.epoch !== response.epoch
    if (isNewServer) await clearCache(replica, tx)
    const { changes, taken } = await moveCursor(replica, tx, { request, response })
    await notePartial(tx, response.more)
    const outbox = await applyOutcomes(replica, tx, { sent, outcomes: response.outcomes })
    if (isNewServer || changes.length > 0 || outbox.hasOutcomes) {
      await rebaseStore(replica, tx, { changes, records: outbox.left })
    }
    return { overtaken: false, pending: outbox.pending, full: false, taken }
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
  const comesAnew = plan.taken.some(({ space, reset }) => reset && !known.has(space))
  const left = comesAnew ? await ownRows(replica, tx) : []
  const gone = plan.gone.map((space): SpacePatch => ({ space, version: 0, reset: true, rows: [] }))
  const changes: RowChange[] = []
  for (const patch of [...gone, ...plan.taken]) {
    const isKnown = known.has(patch.space)
    const stale = isKnown ? [] : left.filter(({ space }) => space === patch.space)
    const held = isKnown && patch.reset ? await heldIn(replica, tx, patch.space) : stale
    for (const change of changesOf(patch, held)) changes.push(change)
  }
  if (plan.gone.length > 0) await tx.spaces.delete(plan.gone)
  const taken = plan.taken.map(({ space, version }) => ({ space, version }))
  if (taken.length > 0) await tx.spaces.put(taken)
  return { changes, taken }
}

/** Rows that were left after the cache was emptied, shown or in `base`, with the space of each. */
async function ownRows({ store, model }: Replica, tx: StoreTx): Promise<OwnRow[]> {
  const own = store.collections.filter((collection) => model.collections[collection]?.own)
  if (own.length === 0) return []
  const rows: OwnRow[] = []
  for (const { collection, id, row } of await tx.base.all()) {
    if (own.includes(collection) && row?.$space) rows.push({ collection, id, space: row.$space })
  }
  for (const collection of own) {
    for (const { _id, $space } of await tx.rows(collection).all()) {
      if ($space) rows.push({ collection, id: _id, space: $space })
    }
  }
  return rows
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
