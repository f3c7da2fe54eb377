import { LockMode } from '@mikro-orm/postgresql'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { nothingToHide, shownBefore, tellPages } from '../../../content/hidden-by-staff.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { replaceCover } from './asset-files.ts'
import { Asset } from './entity.ts'

/** Hides an asset from all but its author, or shows it as before. Gives the state before; null where nothing changed. */
export async function hideAsset(
  tx: Tx,
  { kind, id }: { kind: AssetKind; id: string },
  isHidden: boolean,
): Promise<Asset['status'] | null> {
  const found = await tx.em.findOne(Asset, { id, kind }, { fields: ['galleryId'], disableIdentityMap: true })
  if (!found) throw nothingToHide()
  if (found.galleryId != null) await lock(tx, 'asset', found.galleryId)
  await lock(tx, 'asset', id)
  const asset = await tx.em.findOneOrFail(Asset, { id }, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE })
  const { status, galleryId } = asset
  if (status === 'removed') throw nothingToHide()
  if ((status === 'hidden') === isHidden) return null
  asset.status = isHidden ? 'hidden' : await shownBefore(tx, id, ['draft', 'active', 'archived'])
  asset.updatedAt = tx.now
  const gallery = galleryId == null ? null : await tx.em.findOne(Asset, { id: galleryId })
  // Everybody sees the cover of a gallery: a small copy of one of its photos.
  if (isHidden && gallery?.coverPhotoId === id) await replaceCover(tx, gallery, null)
  await tx.em.flush()
  tellPages(tx, [{ type: kind, id }, ...(gallery ? [{ type: 'gallery' as const, id: gallery.id }] : [])])
  return status
}
