import { changesOf, planSpaces } from '../core/plan-spaces.ts'
import type { RowChange } from '../core/rebase.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import type { SpaceRecord, StoreTx } from '../store.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import type { Batch } from './batch.ts'
import { clearCache, notePartial } from './cache.ts'
import { isSame, noteAnswer, readIdentity } from './identity.ts'
import type { Identity } from './identity.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'

/** Stands while rows are here that are newer than the cursor. */
export const AHEAD = 'ahead'

/**
 * `overtaken`: the device is not the one that asked, or another tab has met a new server in the meantime; the answer is
 * dropped and the question asked again.
 * `pending`: what the outbox still has to send. `full`: what the answer brings had no room, and is asked for again.
 * `taken`: the spaces that have moved, with the versions held now.
 * `next`: the next request, where it was made in the same transaction.
 */
export type Applied = {
  overtaken: boolean
  pending: number
  full: boolean
  taken: SpaceRecord[]
  next?: Batch | undefined
}

/**
 * Applied mutations leave the outbox, and the server's rows replace their optimistic ones. The cursor stays, and with
 * it epoch and run: the next answer brings the same again.
 */
export function applyOutcomesOnly(
  replica: Replica,
  { request, sent }: Batch,
  response: SyncResponse,
): Promise<Applied> {
  return replica.store.write('relaxed', 'replica', async (tx) => {
    const now = await readIdentity(replica, tx)
    if (!isSame(now, request)) return { overtaken: true, pending: sent.length, full: true, taken: [] }
    const kept = { ...response, epoch: now.epoch ?? response.epoch, run: now.run }
    await noteAnswer(replica, tx, { now, asked: request, answer: kept })
    const changes = now.epoch === response.epoch ? await standIns(tx, { request, response }) : []
    if (changes.length > 0) await tx.meta.put([{ key: AHEAD, value: 'yes' }])
    await notePartial(tx, true)
    const outbox = await applyOutcomes(replica, tx, { outcomes: response.outcomes, outbox: await tx.outbox.all() })
    if (outbox.hasOutcomes) await rebaseStore(replica, tx, { changes, records: outbox.left })
    return { overtaken: false, pending: outbox.pending, full: true, taken: [] }
  })
}

/**
 * Clears the cache when its rows come from a past that a restored server may have lost and the cursor does not show it;
 * answers true then. An answer that goes on from the cursor brings them again.
 */
export async function clearIfLost(
  replica: Replica,
  tx: StoreTx,
  { now, response, isAhead }: { now: Identity; response: SyncResponse; isAhead: boolean },
): Promise<boolean> {
  if (!isAhead) return false
  const isLost = response.run !== now.run
  if (isLost || !response.more) await tx.meta.delete([AHEAD])
  if (!isLost) return false
  await clearCache(replica, tx)
  await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
  return true
}

/** Rows of held spaces that carry an optimistic row. */
async function standIns(
  tx: StoreTx,
  { request, response }: { request: Batch['request']; response: SyncResponse },
): Promise<RowChange[]> {
  const spaces = await tx.spaces.all()
  const known = new Set(spaces.map(({ space }) => space))
  const taken = planSpaces(response, request.cursor, spaces).taken.filter(({ space }) => known.has(space))
  const changes = taken.flatMap((patch) => changesOf({ ...patch, reset: false }, []))
  const aside = await tx.base.getMany(changes.map(({ collection, id }) => [collection, id]))
  return changes.filter((_, index) => aside[index] !== undefined)
}
