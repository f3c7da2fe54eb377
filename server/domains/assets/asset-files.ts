import { takeFiles } from '../../content/attachments.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { Attachment } from '../../infra/files/attachment.ts'
import type { FileRole } from '../../infra/files/attachment.ts'
import type { Asset } from './entity.ts'
import { galleryCover, slotsOf } from './kinds.ts'
import type { Slot, TakenSlot } from './kinds.ts'
import { letGo, requireUnsold } from './sold-files.ts'

/** The ids of files by slot: null empties one, undefined leaves it as it is. */
export type SlotFiles = { readonly [Name in Slot]?: string | null | undefined }

/**
 * Puts uploads of the actor into the slots of an asset. A file that makes room is removed for good, unless an order of the
 * product names it. Refuses as `takeFiles`, and as `conflict` another video than the one that was bought.
 */
export async function fillSlots(tx: Tx, asset: Asset, files: SlotFiles): Promise<void> {
  for (const [name, taken] of Object.entries(slotsOf[asset.kind])) {
    const fileId = files[name as Slot]
    if (fileId === undefined) continue
    if (taken.role === 'picture' && fileId === asset.coverFileId) continue
    await fill(tx, asset, { taken, fileId })
    if (taken.role === 'picture') asset.coverFileId = fileId
  }
}

/** Gives a gallery a cover, made from one of its photos, or none. */
export async function replaceCover(
  tx: Tx,
  gallery: Asset,
  cover: { fileId: string; photoId: string } | null,
): Promise<void> {
  await fill(tx, gallery, { taken: galleryCover, fileId: cover?.fileId ?? null })
  Object.assign(gallery, {
    coverFileId: cover?.fileId ?? null,
    coverPhotoId: cover?.photoId ?? null,
    updatedAt: tx.now,
  })
}

async function fill(
  tx: Tx,
  asset: Asset,
  { taken, fileId }: { taken: TakenSlot; fileId: string | null },
): Promise<void> {
  const held = await heldIn(tx, asset, taken.role)
  if (fileId !== null && held.includes(fileId)) return
  await requireUnsold(tx, asset, { slot: taken, held })
  await letGo(tx, asset, held)
  if (fileId !== null) await takeFiles(tx, [fileId], { holderId: asset.id, takes: taken })
}

async function heldIn(tx: Tx, { id: holderId, coverFileId }: Asset, role: FileRole): Promise<string[]> {
  const attached = await tx.em.find(Attachment, { holderType: 'asset', holderId, role })
  const ids = new Set(attached.map(({ fileId }) => fileId))
  // A picture from before there were slots is held by the column alone.
  if (role === 'picture' && coverFileId != null) ids.add(coverFileId)
  return [...ids]
}
