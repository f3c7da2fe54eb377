import * as v from 'valibot'
import type { LocalTx } from '../core/local-tx.ts'
import { isQueued } from '../core/outbox-record.ts'
import type { Half } from '../core/overlay.ts'
import { rebase } from '../core/rebase.ts'
import type { RowChange } from '../core/rebase.ts'
import { RowMap } from '../core/row-map.ts'
import type { AnyMutation, Model } from '../model.ts'
import type { BaseRecord, OutboxRecord, RowTable, StoredRow, StoreTable, StoreTx } from '../store.ts'
import { deleteRanges } from './delete-ranges.ts'
import type { Replica } from './replica.ts'

/** Rows that are handed to the store at once, two times of which it may hold: more of them would hold up what the page has to draw. */
const SLICE = 125

/**
 * [REBASE-1] Brings the tables up to `changes`, with the halves of the pending `records` on top. [CURSOR-4] Rows of
 * collections that this app does not know are skipped, and a newer app's `base` rows of them stay. `base`: all that is
 * kept aside, where that was read.
 */
export async function rebaseStore(
  replica: Replica,
  tx: StoreTx,
  { changes, records, base: given }: { changes: RowChange[]; records: OutboxRecord[]; base?: BaseRecord[] },
): Promise<void> {
  const isKnown = ({ collection }: { collection: string }) => replica.store.collections.includes(collection)
  const all = given ?? (await tx.base.all())
  const base = all.filter(isKnown)
  const known = changes.filter(isKnown)
  const result = await rebase({
    base,
    shown: await readShown(tx, base, known),
    changes: known,
    pending: records.filter(isQueued).map((record) => halfOf(replica, record)),
    read: (collection, id) => tx.rows(collection).get(id),
    onError: (cause) => replica.log({ level: 'warn', message: 'an optimistic half failed', cause }),
  })
  const { put, delete: gone } = result.base
  // A stored row may lie between two deleted ones.
  const deleted = deleteRanges(tx.base, { all, gone, keyOf: ({ collection, id }) => [collection, id] })
  await Promise.all([writeRows(tx, result.rows), deleted.then(() => putInSlices(tx.base, put))])
}

/** The optimistic half of a record; one that this version of the app does not know, or cannot read, shows nothing. */
export function halfOf({ model, account }: Replica, record: OutboxRecord): Half {
  const { name, order, queuedAt } = record
  const mutation = model.mutations[name]
  if (!mutation) return async () => {}
  return (tx: LocalTx) =>
    mutation.optimistic(tx, argsOf(model, mutation, record) as never, { account, order, queuedAt })
}

/** Arguments were validated when they were queued; [VERSION-4] those of another app's schema are read, and validated by this one. */
function argsOf({ schema, readArguments }: Model, { args: Args }: AnyMutation, record: OutboxRecord): unknown {
  if (record.schema === schema) return record.args
  const reading = readArguments?.(record)
  if (!reading || 'refused' in reading) throw new TypeError('arguments of another schema')
  return v.parse(Args, reading.args)
}

export async function writeRows(tx: StoreTx, changes: RowChange[]): Promise<void> {
  const byCollection = [...Map.groupBy(changes, (change) => change.collection)]
  const write = ([collection, rows]: [string, RowChange[]]) => writeCollection(tx.rows(collection), rows)
  // All of it together is no more than one slice; of several collections at once it would be one of each.
  if (changes.length <= SLICE) await Promise.all(byCollection.map(write))
  else for (const each of byCollection) await write(each)
}

async function writeCollection(table: RowTable, changes: RowChange[]): Promise<void> {
  const rows = changes.flatMap(({ row }) => row ?? [])
  const gone = changes.flatMap(({ id, row }) => (row ? [] : [id]))
  await putInSlices(table, rows)
  if (gone.length > 0) await table.delete(gone)
}

/** The database writes one slice while the page hands it the next. */
async function putInSlices<Value>({ put }: Pick<StoreTable<Value, never>, 'put'>, values: Value[]): Promise<void> {
  let before = Promise.resolve()
  for (let start = 0; start < values.length; start += SLICE) {
    const slice = put(values.slice(start, start + SLICE))
    await before
    before = slice
  }
  await before
}

/** The present rows where `base` has one; a new row of the server overwrites it unseen. */
async function readShown(tx: StoreTx, base: BaseRecord[], changes: RowChange[]): Promise<RowMap> {
  const changed = new RowMap(changes)
  const unchanged = base.filter(({ collection, id }) => changed.get(collection, id) === undefined)
  const shown = new RowMap()
  for (const [collection, records] of Map.groupBy(unchanged, (record) => record.collection)) {
    for (const { id } of records) shown.set(collection, id, null)
    const ids = records.map(({ id }) => id)
    for (const row of await readNear(tx.rows(collection), ids)) if (row) shown.set(collection, row._id, row)
  }
  return shown
}

/**
 * The rows of these ids, which are in order, and perhaps others. Rows written by one device lie close together: one
 * read with those in between takes a quarter of the time of single reads.
 */
async function readNear(table: RowTable, ids: string[]): Promise<(StoredRow | undefined)[]> {
  const near = await table.between(ids, 2 * ids.length)
  return near.length < 2 * ids.length ? near : table.getMany(ids)
}
