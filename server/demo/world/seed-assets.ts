import { assetSlugOf } from '@vesper/sync/vesper/records/asset.ts'
import type { App } from '../../app.ts'
import { Asset } from '../../domains/content/assets/entity.ts'
import { slotsOfKind, galleryCover } from '../../domains/content/assets/kinds.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { Attachment } from '../../infra/files/attachment.ts'
import type { FileRole } from '../../infra/files/attachment.ts'
import { must } from '../find-demo-rows.ts'
import { createClipRows } from './clip-rows.ts'
import { worldClips } from './clips.ts'
import { assetPictureId, galleryPhotoIds, videoClipIds } from './file-ids.ts'
import { createPictureRows } from './picture-rows.ts'
import type { WorldPicture } from './pictures.ts'
import type { PlacedAsset, World } from './read-world.ts'

const MINUTE_MS = 60_000

type Parts = { accounts: ReadonlyMap<string, User>; pictures: readonly WorldPicture[]; hasClips: boolean }

/** Makes the galleries and videos with the rows of their files; where there is one of them, there are all. */
export async function seedAssets(app: App, world: World, { accounts, pictures, hasClips }: Parts): Promise<void> {
  const assets = world.assets.filter(({ kind }) => kind === 'gallery' || hasClips)
  if ((await app.orm.em.fork().count(Asset, { id: { $in: assets.map(({ id }) => id) } })) > 0) return
  const files = new Set(assets.flatMap((asset) => [assetPictureId(asset), ...galleryPhotoIds(asset).map(fileIdOf)]))
  await transact(app, null, async (tx) => {
    createPictureRows(
      tx,
      pictures.filter(({ id }) => files.has(id)),
      accounts,
    )
    const clips = worldClips(world).filter(({ purpose }) => purpose === 'video' || purpose === 'video-teaser')
    if (hasClips) createClipRows(tx, clips, accounts)
    for (const asset of assets) {
      const performerId = must(accounts.get(asset.creator.username)).id
      if (asset.kind === 'gallery') createGallery(tx, asset, performerId)
      else createVideo(tx, asset, performerId)
    }
  })
}

/** Past `saveAsset`, which gives everything the present time and refuses photos that are still to be drawn. */
function createGallery(tx: Tx, asset: PlacedAsset, performerId: string): void {
  const photos = galleryPhotoIds(asset)
  const coverFileId = assetPictureId(asset)
  createAsset(tx, asset, { performerId, coverFileId, coverPhotoId: must(photos[0]).id })
  attach(tx, { holderId: asset.id, fileId: coverFileId, role: galleryCover.role })
  for (const [position, { id, fileId }] of photos.entries()) {
    const photo = { id, kind: 'photo', title: '', description: '', access: 'public', price: 0 } as const
    createAsset(
      tx,
      { ...photo, tags: [], minutesAgo: asset.minutesAgo },
      { performerId, galleryId: asset.id, position },
    )
    attach(tx, { holderId: id, fileId, role: must(slotsOfKind.photo.fileId).role })
  }
}

function createVideo(tx: Tx, asset: PlacedAsset, performerId: string): void {
  createAsset(tx, asset, { performerId })
  const { main, teaser } = videoClipIds(asset)
  const holderId = asset.id
  const { mainId, thumbnailId, teaserId } = slotsOfKind.video
  attach(tx, { holderId, fileId: main, role: must(mainId).role })
  attach(tx, { holderId, fileId: assetPictureId(asset), role: must(thumbnailId).role })
  if (teaser !== null) attach(tx, { holderId, fileId: teaser, role: must(teaserId).role })
}

type Shown = Pick<PlacedAsset, 'id' | 'title' | 'description' | 'access' | 'price' | 'tags' | 'minutesAgo'> & {
  kind: Asset['kind']
}

function createAsset(
  tx: Tx,
  { id, kind, title, minutesAgo, description, access, price, tags }: Shown,
  held: Pick<Asset, 'performerId'> & Partial<Asset>,
): void {
  const at = new Date(tx.now.getTime() - minutesAgo * MINUTE_MS)
  tx.em.create(Asset, {
    ...{ id, kind, title, description, access, price, tags, status: 'active', ...held },
    ...{ slug: assetSlugOf({ _id: id, kind, title }), publishedAt: at, createdAt: at, updatedAt: at },
  })
}

function attach(tx: Tx, held: { holderId: string; fileId: string; role: FileRole }): void {
  tx.em.create(Attachment, { ...held, holderType: 'asset', position: 0 })
}

function fileIdOf({ fileId }: { fileId: string }): string {
  return fileId
}
