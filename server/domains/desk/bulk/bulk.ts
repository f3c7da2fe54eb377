import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { BulkAnswer, BulkList, BulkPreview } from '@vesper/sync/vesper/api/desk-bulk.ts'
import type * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { decideItem, undoItem } from './decide-item.ts'
import type { Left } from './decide-item.ts'
import { Bulk } from './entity.ts'
import type { BulkItem } from './entity.ts'
import { freezeItems, wordsOf } from './freeze-items.ts'
import { bulkAnswer, RUN_MS } from './views.ts'

const UNDO_MS = 30 * 60_000
/** The list and its reader hear of a run each time so many items were done. */
const PROGRESS_ITEMS = 10

const LISTED_MS = 24 * 3_600_000
const LISTED = 20

type By = { app: App; actor: Actor }
type Step = {
  /** Items that have it already are passed over. */
  name: BulkItem['step']
  run: (tx: Tx, item: BulkItem) => Promise<Left>
  /** Told now and then how far it is. */
  onProgress?: (items: BulkItem[]) => Promise<unknown>
}

/** Freezes cases and things, and tells of each why it would be refused. The same `_id` again is the same preview. */
export async function previewBulk(by: By, asked: BulkPreview): Promise<BulkAnswer> {
  const { app, actor } = by
  const known = await app.orm.em.fork().findOne(Bulk, { id: asked._id })
  if (known) return bulkAnswer(await findOwn(by, asked._id), app.clock())
  const { _id: id, action, clause, facts } = asked
  const items = await freezeItems(app.orm.em.fork(), asked)
  const bulk = { id, actorId: actor.userId, action, clause, facts }
  // Each is decided and taken back: the reasons are those of the decision itself.
  const tried = await each(by, items, {
    name: undefined,
    async run(tx, item) {
      if (item.thing && !item.about) item.about = await wordsOf(tx, item.thing)
      await decideItem(tx, bulk, item)
      throw new TakenBack()
    },
  })
  return transact(app, actor, async (tx) => {
    const made = tx.em.create(Bulk, {
      ...{ ...bulk, items: tried, state: 'previewed', undoUntil: null, createdAt: tx.now },
    })
    await tx.flush()
    return bulkAnswer(made, tx.now)
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
  if (begun.state !== 'running') return bulkAnswer(begun, by.app.clock())
  const items = await each(by, begun.items, {
    name: 'run',
    run: (tx, item) => decideItem(tx, begun, item),
    onProgress: (done) =>
      change(by, id, (bulk) => void (bulk.state === 'running' && Object.assign(bulk, { items: done }))),
  })
  const done = await change(by, id, (bulk, now) => {
    if (bulk.state !== 'running') return
    const canUndo = bulk.action === 'hide' || bulk.action === 'suspend'
    const undoUntil = canUndo ? new Date(now.getTime() + UNDO_MS) : null
    Object.assign(bulk, { state: 'done', items, undoUntil })
  })
  return bulkAnswer(done, by.app.clock())
}

/** Restores what a bulk has hidden, where nobody has decided since. Refuses as `conflict` after 30 minutes. */
export async function undoBulk(by: By, id: string): Promise<BulkAnswer> {
  const bulk = await change(by, id, ({ state, undoUntil }, now) => {
    const isOver = undoUntil == null || now > undoUntil
    if (state !== 'undone' && (state !== 'done' || isOver))
      throw new Refusal('conflict', 'This can no longer be undone at once.')
  })
  if (bulk.state === 'undone') return bulkAnswer(bulk, by.app.clock())
  const items = await each(by, bulk.items, { name: 'undo', run: (tx, item) => undoItem(tx, bulk, item) })
  const undone = await change(by, id, (one) => void Object.assign(one, { state: 'undone', items, undoUntil: null }))
  return bulkAnswer(undone, by.app.clock())
}

/** The own bulks of the last day that were run, the newest first. */
export async function recentBulks({ app, actor }: By): Promise<v.InferOutput<typeof BulkList>> {
  const now = app.clock()
  const found = await app.orm.em
    .fork()
    .find(
      Bulk,
      { actorId: actor.userId, state: { $ne: 'previewed' }, createdAt: { $gt: new Date(now.getTime() - LISTED_MS) } },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit: LISTED },
    )
  return { data: found.map((bulk) => bulkAnswer(bulk, now)), total: found.length }
}

/** The step for each item that is not left out; a refusal leaves it out, with its words. */
async function each({ app, actor }: By, items: readonly BulkItem[], step: Step): Promise<BulkItem[]> {
  const results = [...items]
  for (const [at, item] of items.entries()) {
    if (item.why !== null || (item.step !== undefined && item.step === step.name)) continue
    results[at] = await stepped({ app, actor }, item, step)
    if (at % PROGRESS_ITEMS === PROGRESS_ITEMS - 1) await step.onProgress?.([...results])
  }
  return results
}

async function stepped({ app, actor }: By, item: BulkItem, { name, run }: Step): Promise<BulkItem> {
  try {
    const left = await transact(app, actor, (tx) => run(tx, item))
    return { ...item, ...left, ...(name && { step: name }) }
  } catch (error) {
    if (error instanceof TakenBack) return item
    if (error instanceof Refusal) return { ...item, why: error.message }
    throw error
  }
}

/** Ends the transaction of a preview. */
class TakenBack extends Error {
  override readonly name = 'TakenBack'
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
