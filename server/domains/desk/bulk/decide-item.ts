import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v5 } from 'uuid'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { closeCase, reopenCase } from '../../community/cases/commands.ts'
import { decideCase, decideThing, lockCase } from '../../community/cases/decide-case.ts'
import { Case, Decision } from '../../community/cases/entity.ts'
import { livingDecisions } from '../../community/cases/living-decisions.ts'
import type { Bulk, BulkItem } from './entity.ts'

type Deed = Pick<Bulk, 'id' | 'action' | 'clause' | 'facts'>
/** The case of an item and its version once the step was done. */
export type Left = { caseId: string; version: number }

/** Decides one case or thing; done before, it changes nothing. Refusals are those of the decision. */
export async function decideItem(tx: Tx, bulk: Deed, item: BulkItem): Promise<Left> {
  const { action: kind, clause, facts } = bulk
  const ground = clause === 'law' ? ('illegal' as const) : ('terms' as const)
  const _id = decisionOf(bulk, item)
  const decided = { _id, kind, ground, clause, facts, restrict: null, until: null }
  const { caseId } = item.caseId === null ? await decideNew(tx, item, decided) : await decideOpen(tx, item, decided)
  await tx.flush()
  if (kind === 'none') await closeCase(tx, caseId, await versionOf(tx, caseId))
  await tx.flush()
  return { caseId, version: await versionOf(tx, caseId) }
}

/** Takes back what `decideItem` did; what was reported waits for a decision again. Refuses as `conflict` where somebody has decided since, or something else keeps it down. */
export async function undoItem(tx: Tx, bulk: Deed, item: BulkItem): Promise<Left> {
  const { caseId } = item
  if (caseId === null) throw new TypeError('a run has left the case of each item')
  const { objectType, objectId, targetUserId } = await lockCase(tx, caseId)
  // A decision that is under way elsewhere is waited for, and seen.
  await lock(tx, 'decisions', targetUserId)
  const isAccount = objectType === 'performer' || objectType === 'user'
  const living = await livingDecisions(tx, {
    ...(isAccount ? { targetUserId } : { objectType, objectId }),
    kind: { $in: isAccount ? ['restrict', 'suspend'] : ['hide', 'restrict', 'suspend'] },
  })
  if (living.some(({ id }) => id !== decisionOf(bulk, item)))
    throw new Refusal('conflict', 'Another decision hides it, too.')
  const { clause } = bulk
  const decided = { kind: 'restore' as const, ground: 'terms' as const, clause, restrict: null, until: null }
  const facts = 'The decision was taken back at once.'
  const _id = v5(`${keyOf(item)}:undo`, bulk.id)
  await decideCase(tx, caseId, { _id, version: item.version, ...decided, facts })
  await reopenCase(tx, caseId)
  await tx.flush()
  return { caseId, version: await versionOf(tx, caseId) }
}

type Decided = Omit<Parameters<typeof decideThing>[2], 'version'>

async function decideOpen(tx: Tx, { caseId, version }: BulkItem, decided: Decided): Promise<{ caseId: string }> {
  if (caseId === null) throw new TypeError('this item has a case')
  await decideCase(tx, caseId, { ...decided, version })
  return { caseId }
}

async function decideNew(
  tx: Tx,
  { thing, thingVersion: version }: BulkItem,
  decided: Decided,
): Promise<{ caseId: string }> {
  if (!thing) throw new TypeError('an item without a case is a thing')
  if (decided.kind === 'none') throw new Refusal('invalid', 'There is no case to close.')
  const before = await tx.em.findOne(Decision, { id: decided._id })
  const open = { objectType: thing.type, objectId: thing.id, state: { $ne: 'closed' as const } }
  if (!before && (await tx.em.count(Case, open)) > 0)
    throw new Refusal('conflict', 'There is a case about this by now. Look at it first.')
  return decideThing(tx, thing, { ...decided, version })
}

function decisionOf(bulk: Pick<Bulk, 'id'>, item: BulkItem): string {
  return v5(keyOf(item), bulk.id)
}

function keyOf({ thing, caseId }: BulkItem): string {
  const key = thing?.id ?? caseId
  if (key === null) throw new TypeError('an item is a thing or a case')
  return key
}

async function versionOf(tx: Tx, id: string): Promise<number> {
  return (await tx.em.findOneOrFail(Case, { id }, { refresh: true })).version
}
