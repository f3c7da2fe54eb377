import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { Entitlement } from '../../people/grants/entity.ts'
import type { Asset } from './entity.ts'
import type { TakenSlot } from './kinds.ts'

/**
 * Tells if somebody owns one of these assets. Their rows are locked from then on: a buyer shares that lock until the purchase
 * is written.
 */
export async function isOwned(tx: Tx, ids: readonly string[]): Promise<boolean> {
  await tx.em.execute('select 1 from asset where id = any(?::uuid[]) order by id for update', [`{${ids.join()}}`])
  return (await tx.em.count(Entitlement, { objectId: { $in: [...ids] }, revokedAt: null })) > 0
}

/**
 * Refuses as `conflict` to change the video that somebody has bought. One that could not be read may be replaced.
 * Files of products are kept for their buyers instead: see `letGo`.
 */
export async function requireUnsold(
  tx: Tx,
  asset: Asset,
  { slot, held }: { slot: TakenSlot; held: readonly string[] },
): Promise<void> {
  if (slot.role !== 'main' || held.length === 0 || !(await isOwned(tx, [asset.id]))) return
  if ((await tx.em.count(File, { id: { $in: [...held] }, status: { $ne: 'failed' } })) === 0) return
  const text = 'Somebody bought this. Its file stays as it was bought. Add the new one as another.'
  throw new Refusal('conflict', text, [{ path: slot.field(0), message: text }])
}

/** Takes files from an asset, as `removeFilesOf` does. A product keeps the files that orders name, out of its slots. */
export async function letGo(tx: Tx, asset: Asset, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const sold = asset.kind === 'product' ? await soldAmong(tx, asset.id, fileIds) : new Map<string, SoldRole>()
  const holder = { holderType: 'asset', holderId: asset.id }
  const kept = await tx.em.find(Attachment, { ...holder, fileId: { $in: [...sold.keys()] } })
  let position = await tx.em.count(Attachment, { ...holder, role: { $in: ['sold', 'sold-picture'] } })
  const unsold = fileIds.filter((id) => !sold.has(id))
  await removeFilesOf(tx, { type: 'asset', id: asset.id }, unsold)
  for (const fileId of fileIds) {
    const role = sold.get(fileId)
    if (!role) continue
    const held = kept.filter((row) => row.fileId === fileId)
    if (held.some((row) => row.role === role)) continue
    for (const row of held) tx.em.remove(row)
    tx.em.create(Attachment, { ...holder, fileId, role, position })
    position += 1
  }
}

type SoldRole = 'sold' | 'sold-picture'

/** The files of a product that its buyers may download, and the pictures that orders show. */
async function soldAmong(tx: Tx, productId: string, fileIds: readonly string[]): Promise<Map<string, SoldRole>> {
  // A checkout holds this lock from before it reads the files until its order is written.
  await tx.em.execute('select 1 from asset where id = ? for update', [productId])
  const ids = `{${fileIds.join()}}`
  const rows = await tx.em.execute<{ id: string; role: SoldRole }[]>(
    `select f.id, case when f.purpose <> 'product-file' then 'sold-picture' else 'sold' end as role
     from file f where f.id = any(?::uuid[]) and (
       f.purpose <> 'product-file' and exists (select 1 from order_line l where l.picture_file_id = f.id)
       or f.purpose = 'product-file' and exists (
         select 1 from entitlement e where e.object_id = ? and e.revoked_at is null and (
           not exists (select 1 from ${BOUGHT}) or exists (select 1 from ${BOUGHT} and f.id::text = any(l.file_ids)))))`,
    [ids, productId],
  )
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Lines of the owner `e` that were not given back. An owner without one was given the product: that is whatever it has now. */
const BOUGHT = `order_line l join "order" o on o.id = l.order_id
  where o.buyer_id = e.user_id and l.product_id = e.object_id and l.refunded_quantity < l.quantity`

/**
 * The files of a product for one viewer, in order: a buyer has those of the order, in its order, whatever the product has
 * now. Others have the present ones, or, where there are none any more, the last.
 */
export async function filesFor(
  em: SqlEntityManager,
  { userId, productId }: { userId: string; productId: string },
): Promise<string[]> {
  const attached = await em.find(
    Attachment,
    { holderType: 'asset', holderId: productId, role: { $in: ['file', 'sold'] } },
    { orderBy: { role: 'asc', position: 'asc' } },
  )
  const lines = await em.execute<{ ids: string[] }[]>(
    `select l.file_ids as ids from order_line l join "order" o on o.id = l.order_id
     where o.buyer_id = ? and l.product_id = ? and l.refunded_quantity < l.quantity order by o.paid_at, l.id`,
    [userId, productId],
  )
  const there = attached.map(({ fileId }) => fileId)
  const bought = [...new Set(lines.flatMap(({ ids }) => ids))].filter((id) => there.includes(id))
  const present = attached.filter(({ role }) => role === 'file').map(({ fileId }) => fileId)
  return [bought, present, there.slice(-1)].find((files) => files.length > 0) ?? []
}
