import type { StoredRow, StoreTx } from '../engine/store.ts'
import type { Random } from './random.ts'

/**
 * The damage of a broken disk, or of a bug: one of the server's rows changes, is lost, or is one too many. Pending rows
 * are shown as before.
 */
export async function corruptRows(tx: StoreTx, collections: readonly string[], random: Random): Promise<void> {
  const collection = random.pick(collections)
  const pending = new Set((await tx.outbox.all()).map(({ args }) => (args as { _id?: string })._id))
  const rows = (await tx.rows(collection).all()).filter((row) => row.$space !== undefined && !pending.has(row._id))
  if (rows.length === 0) return
  const row = random.pick(rows)
  const base = await tx.base.get([collection, row._id])
  const spoilt: StoredRow = { ...row, title: 'spoilt', text: 'spoilt' }
  if (base) await tx.base.put([{ ...base, row: base.row && { ...base.row, title: 'spoilt', text: 'spoilt' } }])
  else await spoilRow(tx, collection, random.pick([spoilt, { ...spoilt, _id: `${row._id} again` }, row._id]))
}

async function spoilRow(tx: StoreTx, collection: string, row: StoredRow | string): Promise<void> {
  if (typeof row === 'string') await tx.rows(collection).delete([row])
  else await tx.rows(collection).put([row])
}
