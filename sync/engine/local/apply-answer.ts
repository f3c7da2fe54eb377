import { DeviceFull } from '../core/device-full.ts'
import { firstPart } from '../core/first-part.ts'
import { changesOf, planSpaces } from '../core/plan-spaces.ts'
import type { RowChange } from '../core/rebase.ts'
import type { SpacePatch, SyncResponse } from '../protocol/sync-response.ts'
import type { BaseRecord, OutboxRecord, SpaceRecord, StoreTx } from '../store.ts'
import { AHEAD, applyOutcomesOnly, clearIfLost } from './apply-outcomes-only.ts'
import type { Applied } from './apply-outcomes-only.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import { takeBatchOf } from './batch.ts'
import type { Batch, BatchLimits } from './batch.ts'
import { clearCache, notePartial } from './cache.ts'
import { isSame, isSameTurn, noteAnswer, readIdentity } from './identity.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'
import { resetIdentity } from './reset-identity.ts'

/** The cursor and the `base` rows as they were before the answer. */
type Held = { spaces: SpaceRecord[]; base: BaseRecord[] }

type OwnRow = { collection: string; id: string; space: string }

/** The limits of the next request, once the answer is known to hold; called again where the transaction runs again. */
type LimitNext = () => BatchLimits

type Given = { response: SyncResponse; limitNext?: LimitNext | undefined }

/**
 * Takes in an answer, outcomes and patches at once, so that no live query sees one without the other. [QUOTA-4] Where it
 * has no room, its outcomes alone, which give some back. With `limitNext` the next request is made in the same transaction:
 * it needs the same outbox, of which each reading takes long.
 */
export async function applyAnswer(replica: Replica, batch: Batch, { response, limitNext }: Given): Promise<Applied> {
  const parts = firstPart(batch.request, response)
  try {
    if (!parts) return await takeIn(replica, batch, { response, limitNext })
    const first = await takeIn(replica, batch, { response: parts.first })
    if (first.overtaken) return first
    const rest = await applyAnswer(replica, { ...batch, request: parts.request }, { response: parts.rest, limitNext })
    return { ...rest, taken: [...first.taken, ...rest.taken] }
  } catch (cause) {
    if (!(cause instanceof DeviceFull) || response.copied) throw cause
    return applyOutcomesOnly(replica, batch, response)
  }
}

function takeIn(replica: Replica, { request, sent }: Batch, { response, limitNext }: Given): Promise<Applied> {
  return replica.store.write('relaxed', 'replica', async (tx) => {
    // Together: each answer of the database takes as long as drawing a row.
    const [now, ahead, spaces, outbox, base] = await Promise.all([
      readIdentity(replica, tx),
      tx.meta.get(AHEAD),
      tx.spaces.all(),
      tx.outbox.all(),
      tx.base.all(),
    ])
    const overtaken = { overtaken: true, pending: sent.length, full: false, taken: [] }
    if (!isSame(now, request)) return overtaken
    if (response.copied) {
      // A later push of another tab makes this request look old.
      if (isSameTurn(now, request)) await resetIdentity(replica, tx, response.copied)
      return overtaken
    }
    if (response.run !== now.run && hasMoved(spaces, request)) return overtaken
    if (await clearIfLost(replica, tx, { now, response, isAhead: ahead !== undefined })) return overtaken
    await noteAnswer(replica, tx, { now, asked: request, answer: response })
    // Before the first answer there is nothing of another server.
    const isNewServer = now.epoch !== null && now.epoch !== response.epoch
    if (isNewServer) await clearCache(replica, tx)
    const held = isNewServer ? { spaces: [], base: [] } : { spaces, base }
    const { changes, taken } = await moveCursor(replica, tx, { request, response, held })
    await notePartial(tx, response.more)
    const settled = await applyOutcomes(replica, tx, { outcomes: response.outcomes, outbox })
    if (isNewServer || changes.length > 0 || settled.hasOutcomes) {
      await rebaseStore(replica, tx, { changes, records: settled.left, base: held.base })
    }
    const { pending, left } = settled
    const isNextWanted = limitNext && (response.more || pending > 0)
    const next = isNextWanted ? await takeNext(replica, tx, { limits: limitNext(), outbox: left }) : undefined
    return { overtaken: false, pending, full: false, taken, next }
  })
}

async function takeNext(
  replica: Replica,
  tx: StoreTx,
  { limits, outbox }: { limits: BatchLimits; outbox: OutboxRecord[] },
): Promise<Batch> {
  const [identity, uploads, spaces] = await Promise.all([readIdentity(replica, tx), tx.uploads.all(), tx.spaces.all()])
  return takeBatchOf(tx, replica, { ...limits, sources: { identity, uploads, outbox, spaces } })
}

/** [TIME-3] A server that was restored has judged the cursor that it was sent: what has come in since it knows nothing of. */
function hasMoved(spaces: SpaceRecord[], { cursor }: Batch['request']): boolean {
  return spaces.some(({ space, version }) => cursor[space] !== version)
}

async function moveCursor(
  replica: Replica,
  tx: StoreTx,
  { request, response, held: { spaces, base } }: { request: Batch['request']; response: SyncResponse; held: Held },
): Promise<{ changes: RowChange[]; taken: SpaceRecord[] }> {
  const known = new Set(spaces.map(({ space }) => space))
  const plan = planSpaces(response, request.cursor, spaces)
  const comesAnew = plan.taken.some(({ space, reset }) => reset && !known.has(space))
  const left = comesAnew ? await ownRows(replica, tx, base) : []
  const gone = plan.gone.map((space): SpacePatch => ({ space, version: 0, reset: true, rows: [] }))
  const changes: RowChange[] = []
  for (const patch of [...gone, ...plan.taken]) {
    const isKnown = known.has(patch.space)
    const stale = isKnown ? [] : left.filter(({ space }) => space === patch.space)
    const held = isKnown && patch.reset ? await heldIn(replica, tx, { space: patch.space, base }) : stale
    for (const change of changesOf(patch, held)) changes.push(change)
  }
  if (plan.gone.length > 0) await tx.spaces.delete(plan.gone)
  const taken = plan.taken.map(({ space, version }) => ({ space, version }))
  if (taken.length > 0) await tx.spaces.put(taken)
  return { changes, taken }
}

/** Rows that were left after the cache was emptied, shown or in `base`, with the space of each. */
async function ownRows({ store, model }: Replica, tx: StoreTx, base: BaseRecord[]): Promise<OwnRow[]> {
  const own = store.collections.filter((collection) => model.collections[collection]?.own)
  if (own.length === 0) return []
  const rows: OwnRow[] = []
  for (const { collection, id, row } of base) {
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
async function heldIn(
  replica: Replica,
  tx: StoreTx,
  { space, base }: { space: string; base: BaseRecord[] },
): Promise<{ collection: string; id: string }[]> {
  const aside = base.filter(({ row }) => row?.$space === space)
  const keys = aside.map(({ collection, id }) => ({ collection, id }))
  for (const collection of replica.store.collections) {
    for (const id of await tx.rows(collection).idsOfSpace(space)) keys.push({ collection, id })
  }
  return keys
}
