import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { BulkAnswer, BulkPreview } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { v5 } from 'uuid'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { closeCase } from '../../community/cases/commands.ts'
import { decideCase } from '../../community/cases/decide-case.ts'
import { Case, Decision } from '../../community/cases/entity.ts'
import { Bulk } from './entity.ts'
import type { BulkItem } from './entity.ts'

const RUN_MS = 10 * 60_000
const UNDO_MS = 30 * 60_000

type By = { app: App; actor: Actor }
/** Does one case, and answers its version then. */
type Step = (tx: Tx, item: BulkItem) => Promise<number>

/** Freezes cases and tells of each why it would be refused. The same `_id` again is the same preview. */
export async function previewBulk({ app, actor }: By, asked: BulkPreview): Promise<BulkAnswer> {
  const known = await app.orm.em.fork().findOne(Bulk, { id: asked._id })
  if (known) return answerOf(await findOwn({ app, actor }, asked._id), app.clock())
  const { _id: id, action, clause, facts } = asked
  const ids = [...new Set(asked.caseIds)]
  const versions = new Map(
    (await app.orm.em.fork().find(Case, { id: { $in: ids } })).map((one) => [one.id, one.version]),
  )
  const items: BulkItem[] = ids.map((caseId) => ({ caseId, version: versions.get(caseId) ?? 0, why: null }))
  const bulk = { id, actorId: actor.userId, action, clause, facts }
  // Each is decided and taken back: the reasons are those of the decision itself.
  const tried = await each({ app, actor }, items, async (tx, item) => {
    await decideOne(tx, bulk, item)
    throw new TakenBack()
  })
  return transact(app, actor, async (tx) => {
    const made = tx.em.create(Bulk, {
      ...{ ...bulk, items: tried, state: 'previewed', undoUntil: null, createdAt: tx.now },
    })
    await tx.flush()
    return answerOf(made, tx.now)
  })
}

/**
 * Decides the frozen cases, each in its own transaction. Run again after it broke off, it goes on. Refuses as `conflict` a preview
 * of more than 10 minutes ago.
 */
export async function runBulk(by: By, id: string): Promise<BulkAnswer> {
  const begun = await change(by, id, (bulk, now) => {
    if (bulk.state === 'previewed' && now.getTime() > bulk.createdAt.getTime() + RUN_MS)
      throw new Refusal('conflict', 'This preview is older than 10 minutes. Look at it again.')
    if (bulk.state === 'previewed') bulk.state = 'running'
  })
  if (begun.state !== 'running') return answerOf(begun, by.app.clock())
  const items = await each(by, begun.items, (tx, item) => decideOne(tx, begun, item))
  const done = await change(by, id, (bulk, now) => {
    if (bulk.state !== 'running') return
    const undoUntil = bulk.action === 'hide' ? new Date(now.getTime() + UNDO_MS) : null
    Object.assign(bulk, { state: 'done', items, undoUntil })
  })
  return answerOf(done, by.app.clock())
}

/** Restores what a bulk has hidden, where nobody has decided since. Refuses as `conflict` after 30 minutes. */
export async function undoBulk(by: By, id: string): Promise<BulkAnswer> {
  const bulk = await change(by, id, ({ state, undoUntil }, now) => {
    const isOver = undoUntil == null || now > undoUntil
    if (state !== 'undone' && (state !== 'done' || isOver))
      throw new Refusal('conflict', 'This can no longer be undone at once.')
  })
  if (bulk.state === 'undone') return answerOf(bulk, by.app.clock())
  const items = await each(by, bulk.items, (tx, item) => undoOne(tx, bulk, item))
  const undone = await change(by, id, (one) => void Object.assign(one, { state: 'undone', items, undoUntil: null }))
  return answerOf(undone, by.app.clock())
}

/** The step for each case that is not left out; a refusal leaves it out, with its words. */
async function each({ app, actor }: By, items: readonly BulkItem[], step: Step): Promise<BulkItem[]> {
  const results: BulkItem[] = []
  for (const item of items) {
    if (item.why !== null) results.push(item)
    else
      try {
        results.push({ ...item, version: await transact(app, actor, (tx) => step(tx, item)) })
      } catch (error) {
        if (error instanceof TakenBack) results.push(item)
        else if (error instanceof Refusal) results.push({ ...item, why: error.message })
        else throw error
      }
  }
  return results
}

/** Ends the transaction of a preview. */
class TakenBack extends Error {
  override readonly name = 'TakenBack'
}

async function decideOne(tx: Tx, bulk: Pick<Bulk, 'id' | 'action' | 'clause' | 'facts'>, item: BulkItem) {
  const { action: kind, clause, facts } = bulk
  const ground = clause === 'law' ? ('illegal' as const) : ('terms' as const)
  const decided = { kind, ground, clause, facts, restrict: null, until: null }
  await decideCase(tx, item.caseId, { _id: v5(item.caseId, bulk.id), version: item.version, ...decided })
  await tx.flush()
  if (kind === 'none') await closeCase(tx, item.caseId, await versionOf(tx, item.caseId))
  await tx.flush()
  return versionOf(tx, item.caseId)
}

async function undoOne(tx: Tx, bulk: Bulk, item: BulkItem): Promise<number> {
  const { objectType, objectId } = await tx.em.findOneOrFail(Case, { id: item.caseId })
  const living = await tx.em.find(Decision, {
    objectType,
    objectId,
    kind: { $in: ['hide', 'restrict', 'suspend'] },
    reversedAt: null,
  })
  if (living.some(({ id }) => id !== v5(item.caseId, bulk.id)))
    throw new Refusal('conflict', 'Another decision hides it, too.')
  const { clause } = bulk
  const decided = { kind: 'restore' as const, ground: 'terms' as const, clause, restrict: null, until: null }
  const facts = 'The decision was taken back at once.'
  await decideCase(tx, item.caseId, {
    _id: v5(`${item.caseId}:undo`, bulk.id),
    version: item.version,
    ...decided,
    facts,
  })
  await tx.flush()
  return versionOf(tx, item.caseId)
}

async function versionOf(tx: Tx, id: string): Promise<number> {
  return (await tx.em.findOneOrFail(Case, { id }, { refresh: true })).version
}

function change({ app, actor }: By, id: string, changed: (bulk: Bulk, now: Date) => void): Promise<Bulk> {
  return transact(app, actor, async (tx) => {
    const bulk = await tx.em.findOne(Bulk, { id, actorId: actor.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!bulk) throw noBulk()
    changed(bulk, tx.now)
    await tx.flush()
    return bulk
  })
}

async function findOwn({ app, actor }: By, id: string): Promise<Bulk> {
  const bulk = await app.orm.em.fork().findOne(Bulk, { id, actorId: actor.userId })
  if (!bulk) throw noBulk()
  return bulk
}

function noBulk(): Refusal {
  return new Refusal('not-found', 'There is no such preview.')
}

function answerOf({ id, action, state, items, undoUntil, createdAt }: Bulk, now: Date): BulkAnswer {
  const refused = items.flatMap(({ caseId, why }) => (why === null ? [] : [{ caseId, why }]))
  const until = state === 'previewed' ? new Date(createdAt.getTime() + RUN_MS) : undoUntil
  return {
    ...{ _id: id, action, state, count: items.length - refused.length, refused },
    until: until && until > now ? until.toISOString() : null,
  }
}
