import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { Asset } from './entity.ts'
import { lockNewAsset, lockPhoto, noAsset } from './lock-asset.ts'
import { leaveGallery } from './photos.ts'
import { isOwned, letGo } from './require-unsold.ts'

/**
 * Removes an asset of the actor with its files, a gallery with its photos. One that somebody owns is archived instead: it
 * stays open to its owners. Removing again changes nothing. Refuses as `not-found` what is not the actor's.
 */
export async function removeAsset(tx: Tx, { _id, kind }: { _id: string; kind?: AssetKind }): Promise<void> {
  const found = await tx.em.findOne(Asset, { id: _id }, { fields: ['kind', 'performerId', 'status'] })
  if (!found || found.performerId !== requireActor(tx).userId || (kind ?? found.kind) !== found.kind) {
    throw noAsset(kind ?? 'gallery')
  }
  if (found.status === 'removed') return
  if (found.kind === 'photo') return removePhoto(tx, _id)
  const asset = await lockNewAsset(tx, { id: _id, kind: found.kind })
  if (!asset || asset.status === 'removed') return
  await end(tx, asset, asset.kind === 'gallery' ? await photosOf(tx, asset.id) : [])
  await tx.em.flush()
}

async function removePhoto(tx: Tx, id: string): Promise<void> {
  const { photo, gallery } = await lockPhoto(tx, id)
  if (await isOwned(tx, gallery ? [photo.id, gallery.id] : [photo.id])) {
    keep(tx, photo)
    return
  }
  await clear(tx, photo)
  await tx.em.flush()
  if (gallery) await leaveGallery(tx, { photo, gallery })
}

async function end(tx: Tx, asset: Asset, parts: readonly Asset[]): Promise<void> {
  if (
    await isOwned(
      tx,
      [asset, ...parts].map(({ id }) => id),
    )
  ) {
    keep(tx, asset)
    return
  }
  for (const part of [...parts, asset]) await clear(tx, part)
}

/** Leaves an asset to those who own it. One that staff hide stays hidden. */
function keep(tx: Tx, asset: Asset): void {
  if (asset.status !== 'hidden') asset.status = 'archived'
  asset.updatedAt = tx.now
}

/** A product keeps its title, which carts that hold it name, and the pictures that orders show. */
async function clear(tx: Tx, asset: Asset): Promise<void> {
  const attached = await tx.em.find(Attachment, { holderType: 'asset', holderId: asset.id })
  await letGo(tx, asset, [...new Set(attached.map(({ fileId }) => fileId))])
  Object.assign(asset, { status: 'removed', slug: asset.id, description: '', tags: [], participantIds: [] })
  Object.assign(asset, { coverFileId: null, coverPhotoId: null, position: null, updatedAt: tx.now })
  if (asset.kind !== 'product') asset.title = ''
}

function photosOf(tx: Tx, galleryId: string): Promise<Asset[]> {
  return tx.em.find(Asset, { galleryId, status: { $ne: 'removed' } })
}
