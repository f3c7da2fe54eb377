import { equal } from '../core/equal.ts'
import type { StoredRow, StoreTx } from '../store.ts'
import { rebaseStore, writeRows } from './rebase-store.ts'
import type { Replica } from './replica.ts'

/** [STATUS-4] Stands while the server may have more for this account than was ever here. */
const PARTIAL = 'partial'

/**
 * [STORE-2] Drops every cached row and the cursor. Outbox, drafts and uploads are not touched; of the account's `own` work
 * the server's rows stay, until their space comes anew.
 */
export async function clearCache({ store, model }: Replica, tx: StoreTx): Promise<void> {
  const base = await tx.base.all()
  for (const collection of store.collections) {
    if (!model.collections[collection]?.own) await tx.rows(collection).clear()
  }
  // The server's rows in the place of the optimistic ones.
  await writeRows(
    tx,
    base.filter(({ collection }) => model.collections[collection]?.own),
  )
  await tx.base.clear()
  await tx.spaces.clear()
  await notePartial(tx, true)
}

/** [STATUS-4] An answer after which there is more to come leaves the device with a part; the last makes it whole. */
export async function notePartial(tx: StoreTx, isPartial: boolean): Promise<void> {
  if (isPartial) await tx.meta.put([{ key: PARTIAL, value: 'yes' }])
  else await tx.meta.delete([PARTIAL])
}

/** [STATUS-4] When the server was last heard, and whether all that it had is here since. */
export async function readLastSync(tx: StoreTx): Promise<{ lastSyncAt: string | null; whole: boolean }> {
  const [last, partial] = await tx.meta.getMany(['lastSyncAt', PARTIAL])
  return { lastSyncAt: last?.value ?? null, whole: last !== undefined && partial === undefined }
}

type Page = {
  rows: { _id: string }[]
  amend?: ((row: never, held: never) => { _id: string } | null) | undefined
}

/** Starts the cache anew; what is pending is shown again at once, over nothing. */
export async function resetCache(replica: Replica): Promise<void> {
  await replica.store.write('relaxed', 'replica', async (tx) => {
    await clearCache(replica, tx)
    await rebaseStore(replica, tx, { changes: [], records: await tx.outbox.all() })
  })
}

/**
 * [PAGE-1] Keeps rows that were read by another way than a pull. A row goes in only where its space is held and the device
 * has nothing newer, by the server's `updatedAt`; where an optimistic row stands, the one kept aside is compared. With `amend`
 * a row is what that makes of it and of the row that is held, within the transaction: a pull meanwhile loses nothing. A row
 * that is not held, or that it makes null, is left out.
 */
export async function storePage(replica: Replica, collection: string, { rows, amend }: Page): Promise<void> {
  const spaceOf = replica.model.collections[collection]?.space
  if (!spaceOf) throw new TypeError(`no collection is called ${collection}`)
  const read = rows.map((row): StoredRow => ({ ...row, $space: spaceOf(row as never) }))
  await replica.store.write('relaxed', 'replica', async (tx) => {
    const ids = read.map((row) => row._id)
    const spaces = new Set((await tx.spaces.all()).map(({ space }) => space))
    const base = await tx.base.getMany(ids.map((id): [string, string] => [collection, id]))
    const shown = await tx.rows(collection).getMany(ids)
    const held = (index: number) => (base[index] === undefined ? shown[index] : (base[index].row ?? undefined))
    const newer = read.flatMap((row, index) => {
      const before = held(index)
      const amended = before && amend?.(row as never, before as never)
      const stored: StoredRow | null | undefined = amend ? amended && { ...row, ...amended } : row
      return stored && spaces.has(stored.$space ?? '') && isNewer(stored, before) ? [stored] : []
    })
    if (newer.length === 0) return
    const optimistic = new Set(base.map((record) => record?.id))
    const direct = newer.filter((row) => !optimistic.has(row._id))
    if (direct.length > 0) await tx.rows(collection).put(direct)
    if (direct.length === newer.length) return
    const changes = newer.filter((row) => optimistic.has(row._id)).map((row) => ({ collection, id: row._id, row }))
    await rebaseStore(replica, tx, { changes, records: await tx.outbox.all() })
  })
}

/** The same version with other contents is taken too: links to media are signed anew each time. */
function isNewer(row: StoredRow, held: StoredRow | undefined): boolean {
  if (!held) return true
  return String(row.updatedAt) >= String(held.updatedAt) && !equal(row, held)
}
