import { equal } from '@vesper/sync/engine/core/equal.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PRODUCT_FILES } from '@vesper/sync/vesper/api/asset-fields.ts'
import { filesAfter } from '@vesper/sync/vesper/records/asset.ts'
import { takeFiles } from '../../../content/attachments.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import type { FileRole } from '../../../infra/files/attachment.ts'
import type { Asset } from './entity.ts'
import { galleryCover, slotsOfKind } from './kinds.ts'
import type { OneFileSlot, Slot, TakenSlot } from './kinds.ts'
import { letGo, requireUnsold } from './require-unsold.ts'

/** The ids of files by slot: null or an empty list empties one, undefined leaves it as it is. */
export type SlotFiles = { readonly [Name in OneFileSlot]?: string | null | undefined } & {
  readonly fileIds?: readonly string[] | undefined
}

/**
 * Puts uploads of the actor into the slots of an asset. A file that makes room goes as `removeFilesOf` says, unless an order of the
 * product names it. Refuses as `takeFiles`, and as `conflict` another video than the one that was bought and more files than a
 * product has.
 */
export async function fillSlots(tx: Tx, asset: Asset, files: SlotFiles): Promise<void> {
  for (const [name, taken] of Object.entries(slotsOfKind[asset.kind])) {
    const given = files[name as Slot]
    if (given === undefined) continue
    if (taken.role === 'picture' && given === asset.coverFileId) continue
    const fileIds = typeof given === 'string' ? [given] : (given ?? [])
    await fill(tx, asset, { taken, fileIds })
    if (taken.role === 'picture') asset.coverFileId = fileIds[0] ?? null
  }
}

/** The files of a product under its lock, with the difference that the author made to the list that was `seen`. */
export async function filesFrom(
  tx: Tx,
  asset: Asset,
  { fileIds, seen }: { fileIds: readonly string[] | undefined; seen: readonly string[] | undefined },
): Promise<{ fileIds?: string[] }> {
  if (fileIds === undefined || asset.kind !== 'product') return {}
  const held = await attachedIn(tx, asset, 'file')
  const now = held.map(({ fileId }) => fileId)
  return { fileIds: filesAfter(now, { fileIds, seen }) }
}

/** Gives a gallery a cover, made from one of its photos, or none. */
export async function replaceCover(
  tx: Tx,
  gallery: Asset,
  cover: { fileId: string; photoId: string } | null,
): Promise<void> {
  await fill(tx, gallery, { taken: galleryCover, fileIds: cover ? [cover.fileId] : [] })
  Object.assign(gallery, {
    coverFileId: cover?.fileId ?? null,
    coverPhotoId: cover?.photoId ?? null,
    updatedAt: tx.now,
  })
}

async function fill(
  tx: Tx,
  asset: Asset,
  { taken, fileIds }: { taken: TakenSlot; fileIds: readonly string[] },
): Promise<void> {
  const attached = await attachedIn(tx, asset, taken.role)
  const held = attached.map(({ fileId }) => fileId)
  // A picture from before there were slots is held by the column alone.
  const { coverFileId } = asset
  if (taken.role === 'picture' && coverFileId != null && !held.includes(coverFileId)) held.push(coverFileId)
  if (equal(held, fileIds)) return
  if (fileIds.length > taken.max) throw tooMany(taken)
  const gone = held.filter((id) => !fileIds.includes(id))
  const added = fileIds.filter((id) => !held.includes(id))
  await requireUnsold(tx, asset, { slot: taken, held: gone })
  await letGo(tx, asset, gone)
  for (const row of attached) if (fileIds.includes(row.fileId)) row.position = fileIds.indexOf(row.fileId)
  await takeFiles(tx, added, { holderId: asset.id, takes: taken, order: fileIds })
}

function attachedIn(tx: Tx, { id: holderId }: Asset, role: FileRole): Promise<Attachment[]> {
  return tx.em.find(Attachment, { holderType: 'asset', holderId, role }, { orderBy: { position: 'asc' } })
}

/** A product alone has more than one file. */
function tooMany({ field }: TakenSlot): Refusal {
  return new Refusal('conflict', PRODUCT_FILES, [{ path: field(0), message: PRODUCT_FILES }])
}
