import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Asset } from './entity.ts'
import { missingText } from './kinds.ts'

const CREATORS_ONLY = 'Only creators have galleries, photos, videos and products.'

/**
 * The actor's asset under its lock, also a removed one; null when there is none with this id. Refusals: `forbidden` for a
 * fan, `conflict` when the id is another's, or names an asset of another kind.
 */
export async function lockNewAsset(tx: Tx, { id, kind }: { id: string; kind: AssetKind }): Promise<Asset | null> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  // Also of an asset that is not there yet: two devices may begin it at once.
  await lock(tx, 'asset', id)
  const asset = await tx.em.findOne(Asset, { id }, { refresh: true })
  if (asset && (asset.performerId !== performerId || asset.kind !== kind)) throw idTaken()
  return asset
}

/** The actor's own asset under its lock. Refuses as `not-found` one that is missing, removed or another's. */
export async function lockOwnAsset(tx: Tx, { id, kind }: { id: string; kind: AssetKind }): Promise<Asset> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'asset', id)
  const asset = await tx.em.findOne(Asset, { id, kind, performerId, status: { $ne: 'removed' } }, { refresh: true })
  if (!asset) throw noAsset(kind)
  return asset
}

/**
 * The actor's own photo, with its gallery under the lock that all who change the photos of a gallery hold. The gallery is
 * locked first. Refuses as `not-found` one that is missing, removed or another's.
 */
export async function lockPhoto(tx: Tx, id: string): Promise<{ photo: Asset; gallery: Asset | null }> {
  const found = await tx.em.findOne(Asset, { id, kind: 'photo' }, { fields: ['galleryId'] })
  const gallery = found?.galleryId ? await lockOwnAsset(tx, { id: found.galleryId, kind: 'gallery' }) : null
  return { photo: await lockOwnAsset(tx, { id, kind: 'photo' }), gallery }
}

/** Also the answer to a viewer who may not know that there is one. */
export function noAsset(kind: AssetKind): Refusal {
  return new Refusal('not-found', missingText[kind])
}

export function idTaken(): Refusal {
  return new Refusal('conflict', 'This id is taken. Choose another one.')
}
