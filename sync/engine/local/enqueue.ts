import * as v from 'valibot'
import { isDraftSent } from '../core/is-draft-sent.ts'
import { Overlay } from '../core/overlay.ts'
import { RowMap } from '../core/row-map.ts'
import type { AnyMutation } from '../model.ts'
import { HAS_BACKUP } from '../outbox-backup/has-backup.ts'
import { Refusal } from '../protocol/refusal.ts'
import { validationMessage } from '../protocol/validation-message.ts'
import type { BaseRecord, OutboxRecord, SentDraft, StoreTx } from '../store.ts'
import { readSources, takeBatchOf } from './batch.ts'
import type { Batch, BatchLimits } from './batch.ts'
import { newDevice } from './identity.ts'
import { halfOf, rebaseStore, writeRows } from './rebase-store.ts'
import type { Replica } from './replica.ts'
import { retryFiles } from './retry-files.ts'

/** The outbox record of a mutation; throws a Refusal `invalid` when the arguments do not fit its schema. */
export function recordOf(replica: Replica, name: string, args: unknown): Omit<OutboxRecord, 'order'> {
  const mutation = replica.model.mutations[name]
  if (!mutation) throw new TypeError(`no mutation is called ${name}`)
  const checked = checkArgs(mutation, args)
  return {
    id: replica.newId(),
    lane: mutation.lane(checked as never),
    name,
    args: checked,
    owner: replica.account,
    schema: replica.model.schema,
    queuedAt: replica.now().toISOString(),
    state: 'waiting',
    attempts: 0,
    rejection: null,
  }
}

/**
 * `id`: under which the mutation goes out; `batch`: the request that takes it, where one was to be made; `copy`: what
 * `onAdded` has begun in the transaction that was committed.
 */
export type Enqueued = { id: string; batch: Batch | null; copy?: Promise<void> | null | undefined; order?: number }

export type EnqueueOptions = {
  limits?: BatchLimits | null | undefined
  draft?: SentDraft | undefined
  /** [OUTBOX-9] Called before the commit, with what joins a database whose copies are made; answers the copy, if it is begun. */
  onAdded?: ((record: OutboxRecord) => Promise<void> | null) | undefined
}

/**
 * [OUTBOX-1] Record and optimistic rows are kept together, before the promise resolves: a killed browser loses neither, and
 * a loss of power takes both until the next strict commit. With `limits`, the request that takes the record is made in
 * the same transaction: another would cost as much again. `draft`: what the record was made of; it goes, unless something
 * else is in it by now.
 */
export async function enqueue(
  replica: Replica,
  record: Omit<OutboxRecord, 'order'>,
  { limits = null, draft, onAdded }: EnqueueOptions = {},
): Promise<Enqueued> {
  const mayFold = replica.model.mutations[record.name]?.fold !== undefined
  let runs = 0
  const kept = await replica.store.write('relaxed', draft ? 'all' : 'replica', async (tx) => {
    runs += 1
    // A store that reopens its connection may run this again after a commit that it did not hear of.
    const there = runs > 1 ? await tx.outbox.byId(record.id) : undefined
    if (there) return { id: record.id, batch: null }
    // Independent requests run together: each answer of the database takes as long as drawing a row.
    const expected = mayFold ? null : beginEarly(replica, tx, { record, onAdded })
    const [sources, hasBackup, order, half] = await Promise.all([
      limits ? readSources(replica, tx) : noteIdentity(replica, tx),
      onAdded && tx.meta.get(HAS_BACKUP),
      mayFold ? null : tx.outbox.add(record),
      expected?.half,
      draft && removeSent(tx, draft),
    ])
    const take = (outbox: OutboxRecord[]) =>
      limits && sources && takeBatchOf(tx, replica, { ...limits, sources: { ...sources, outbox } })
    const folded = await foldIn(replica, tx, { record, outbox: sources?.outbox })
    if (folded) return { id: folded.id, batch: await take(folded.outbox) }
    const added = { ...record, order: order ?? (await tx.outbox.add(record)) }
    const isExpected = added.order === expected?.order
    const copy = !hasBackup ? null : isExpected ? expected.copy : onAdded?.(added)
    const [batch] = await Promise.all([
      take([...(sources?.outbox ?? []), added]),
      // A file that was refused under an earlier mutation is tried again under this one.
      retryFiles(replica, tx, { ...record, states: ['rejected'] }),
      writeHalf(tx, isExpected && half ? half : await runHalf(replica, tx, added)),
    ])
    return { id: record.id, batch, copy, order: added.order }
  })
  if (kept.order !== undefined) replica.nextOrder = kept.order + 1
  return kept
}

/** The copy and the half of a record, begun before its place is known: mostly it gets the one that is expected. */
function beginEarly(
  replica: Replica,
  tx: StoreTx,
  { record, onAdded }: { record: Omit<OutboxRecord, 'order'>; onAdded: EnqueueOptions['onAdded'] },
) {
  const order = replica.nextOrder
  if (order === undefined) return null
  const early = { ...record, order }
  return { order, copy: onAdded?.(early), half: runHalf(replica, tx, early) }
}

async function removeSent(tx: StoreTx, sent: SentDraft): Promise<void> {
  const draft = await tx.drafts.get(sent.key)
  if (draft && isDraftSent(draft, sent)) await tx.drafts.delete([sent.key])
}

/** [TIME-1] A database with something queued has an identity: a copy of it is to be seen as one. */
async function noteIdentity(replica: Replica, tx: StoreTx): Promise<null> {
  if (!(await tx.meta.get('device'))) await newDevice(replica, tx)
  return null
}

/**
 * [OUTBOX-8] Puts a record into the last one of its lane, where its mutation knows how and the server cannot know of that
 * one; answers that one's id and the outbox as it is then, else null. `outbox`: as it is, where that was read.
 */
async function foldIn(
  replica: Replica,
  tx: StoreTx,
  { record, ...read }: { record: Omit<OutboxRecord, 'order'>; outbox: OutboxRecord[] | undefined },
): Promise<{ id: string; outbox: OutboxRecord[] } | null> {
  const fold = replica.model.mutations[record.name]?.fold
  if (!fold) return null
  const all = read.outbox ?? (await tx.outbox.all())
  const last = all.findLast(({ lane, state }) => lane === record.lane && state !== 'rejected')
  if (!last || !isUnsentLike(last, record)) return null
  const args = fold(last.args as never, record.args as never)
  if (args === null) return null
  const folded: OutboxRecord = { ...last, args, folded: true }
  const outbox = all.map((each) => (each === last ? folded : each))
  await Promise.all([
    tx.outbox.put([folded]),
    retryFiles(replica, tx, { ...record, args, states: ['rejected'] }),
    rebaseStore(replica, tx, { changes: [], records: outbox }),
  ])
  return { id: last.id, outbox }
}

function isUnsentLike(last: OutboxRecord, { name, owner, schema }: Omit<OutboxRecord, 'order'>): boolean {
  const isUnsent = last.state === 'waiting' && last.attempts === 0
  return isUnsent && last.name === name && last.owner === owner && last.schema === schema
}

type RunHalf = { rows: BaseRecord[]; base: BaseRecord[] }

/** Runs the half of a new record, the last in order, over the tables as they are, and writes nothing. */
async function runHalf(replica: Replica, tx: StoreTx, record: OutboxRecord): Promise<RunHalf> {
  const below = new RowMap()
  // Whatever the half writes is read first, so that of all of it this knows whether the server's row is kept aside already.
  const aside = new RowMap()
  const overlay = new Overlay(below, async (collection, id) => {
    const [row, base] = await Promise.all([tx.rows(collection).get(id), tx.base.get([collection, id])])
    if (base) aside.set(collection, id, base.row)
    return row
  })
  try {
    await overlay.run(halfOf(replica, record))
  } catch (cause) {
    replica.log({ level: 'warn', message: 'an optimistic half failed', cause })
    return { rows: [], base: [] }
  }
  const rows = [...overlay.written.entries()]
  const base = rows
    .filter(({ collection, id }) => aside.get(collection, id) === undefined)
    .map(({ collection, id }): BaseRecord => ({ collection, id, row: below.get(collection, id) ?? null }))
  return { rows, base }
}

async function writeHalf(tx: StoreTx, { rows, base }: RunHalf): Promise<void> {
  await Promise.all([base.length > 0 && tx.base.put(base), writeRows(tx, rows)])
}

function checkArgs(mutation: AnyMutation, args: unknown): unknown {
  const result = v.safeParse(mutation.args, args, validationMessage)
  if (result.success) return result.output
  const details = result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
  throw new Refusal('invalid', result.issues[0].message, details)
}
