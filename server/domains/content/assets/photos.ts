import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AssetFields } from '@vesper/sync/vesper/api/asset-fields.ts'
import { GALLERY_PHOTOS_MAX } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import type { App } from '../../../app.ts'
import { own } from '../../../infra/database/own.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { keepUpload } from '../../../infra/files/uploads/keep-upload.ts'
import { takes } from '../../../infra/files/uploads/purposes.ts'
import { fillSlots, replaceCover } from './asset-files.ts'
import { Asset } from './entity.ts'
import { missingText } from './kinds.ts'
import { lockNewAsset, lockOwnAsset, lockPhoto, noAsset } from './lock-asset.ts'
import { change, newAsset, requireMayShow } from './save-asset.ts'

type AddPhoto = { _id: string; galleryId?: string | null; fileId: string; changes?: AssetFields }

/**
 * Makes an upload of the actor a photo: the last of a gallery, or one that stands alone. The same id again is the same photo.
 * Refusals: `not-found` for a gallery that is not the actor's, `conflict` for one that is full and for an id that is taken,
 * `invalid` for a file that cannot be used.
 */
export async function addPhoto(tx: Tx, { _id, galleryId = null, fileId, changes = {} }: AddPhoto): Promise<Asset> {
  const gallery = galleryId === null ? null : await lockOwnAsset(tx, { id: galleryId, kind: 'gallery' })
  const known = await lockNewAsset(tx, { id: _id, kind: 'photo' })
  if (known) return known
  const photo = newAsset(tx, { _id, kind: 'photo' })
  if (gallery) {
    if (gallery.status === 'active') await requireMayShow(tx, gallery)
    const count = await countPhotos(tx, gallery.id)
    if (count >= GALLERY_PHOTOS_MAX) throw new Refusal('conflict', 'A gallery has at most 500 photos.')
    // A photo in a gallery is shown with it, whatever its own state: it has no access of its own.
    Object.assign(photo, { galleryId: gallery.id, position: count, status: 'active' })
    gallery.updatedAt = tx.now
  }
  const { access, price, status = 'active', ...texts } = changes
  const own = gallery ? {} : { access, price, status }
  await fillSlots(tx, photo, { fileId })
  return change(tx, photo, { ...texts, ...own })
}

/** Moves a photo to a place in its gallery, from 0; beyond the last it becomes the last. */
export async function movePhoto(tx: Tx, { _id, position }: { _id: string; position: number }): Promise<void> {
  const { photo, gallery } = await lockPhoto(tx, _id)
  if (!gallery) throw noGallery()
  const ids = (await photoIds(tx, gallery.id)).filter((id) => id !== photo.id)
  ids.splice(position, 0, photo.id)
  await renumber(tx, ids)
  gallery.updatedAt = tx.now
}

/** Closes the gap that a removed photo leaves in its gallery, and takes its cover from there. */
export async function leaveGallery(tx: Tx, { photo, gallery }: { photo: Asset; gallery: Asset }): Promise<void> {
  if (gallery.coverPhotoId === photo.id) await replaceCover(tx, gallery, null)
  gallery.updatedAt = tx.now
  await tx.em.flush()
  await renumber(tx, await photoIds(tx, gallery.id))
}

/**
 * Makes a photo the cover of its gallery: everybody sees a small copy of it. Refusals: `not-found` for what is not the
 * actor's, `invalid` for a photo in no gallery.
 */
export async function setCover(app: App, actor: Actor, photoId: string): Promise<string> {
  const em = app.orm.em.fork()
  const photo = await own({ em, actor }, Asset, { id: photoId, message: missingText.photo })
  const attached = await em.findOne(Attachment, { holderType: 'asset', holderId: photoId, role: 'file' })
  const file = attached && (await em.findOne(File, { id: attached.fileId }))
  const path = file && (await app.storage.pathOf(file.id, 'original'))
  if (photo.kind !== 'photo' || photo.status === 'removed' || !path) throw noAsset('photo')
  const { galleryId } = photo
  if (galleryId == null) throw noGallery()
  await keepUpload(app, actor, {
    ...{ fileId: v7(), path, size: file.size, takes: takes('gallery-cover') },
    async stored(tx, { id: fileId }) {
      // The picture was drawn without a lock: the photo may be gone by now.
      const { gallery } = await lockPhoto(tx, photoId)
      if (gallery) await replaceCover(tx, gallery, { fileId, photoId })
    },
  })
  return galleryId
}

function countPhotos(tx: Tx, galleryId: string): Promise<number> {
  return tx.em.count(Asset, { galleryId, status: { $ne: 'removed' } })
}

async function photoIds(tx: Tx, galleryId: string): Promise<string[]> {
  const rows = await tx.em.execute<{ id: string }[]>(
    `select id from asset where gallery_id = ? and status <> 'removed' order by position, id`,
    [galleryId],
  )
  return rows.map(({ id }) => id)
}

/** Past the change feed: no device holds photos. */
async function renumber(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.em.execute(
    `update asset set position = o.place - 1
     from unnest(?::uuid[]) with ordinality as o(id, place)
     where asset.id = o.id and asset.position is distinct from o.place - 1`,
    [`{${ids.join()}}`],
  )
}

function noGallery(): Refusal {
  return new Refusal('invalid', 'This photo is in no gallery.')
}
