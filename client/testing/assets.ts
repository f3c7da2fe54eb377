import type { AssetView, OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { v7 } from 'uuid'

/** A photo that is ready. */
export function photoFile(given: Partial<FileRecord> = {}): FileRecord {
  const _id = v7()
  return {
    ...{ _id, type: 'photo', status: 'ready', mimeType: 'image/webp', size: 1_000, width: 640, height: 480 },
    ...{ durationMs: null, waveform: null, url: `/media/${_id}/original`, thumbnailUrl: `/media/${_id}/thumbnail` },
    ...{ posterUrl: null, variants: [], progress: null, placeholder: null },
    ...given,
  }
}

/** An open gallery of a creator, unless `given` says otherwise. */
export function assetView(given: Partial<AssetView> = {}): AssetView {
  return {
    ...{ _id: v7(), kind: 'gallery', title: 'Night walks', slug: 'night-walks-abcdef', access: 'public', price: 0 },
    ...{ status: 'active', tags: [], cover: null, likes: 0, comments: 0, views: 0, photoCount: 0, durationMs: null },
    ...{
      type: null,
      availability: null,
      left: null,
      shipsTo: [],
      shippingPrice: 0,
      publishedAt: AT,
      createdAt: AT,
      updatedAt: AT,
      description: '',
      isLocked: false,
    },
    ...{ file: null, thumbnail: null, teaser: null, participants: [], galleryId: null, position: null },
    limitPerBuyer: null,
    performer: { _id: CREATOR, name: 'Mara Vale', username: 'mara', avatar: null, isPerformer: true },
    ...given,
  }
}

const CREATOR = v7()
const AT = '2026-11-01T10:00:00.000Z'

/** A draft of a gallery, unless `given` says otherwise. */
export function ownAsset(given: Partial<OwnAsset> = {}): OwnAsset {
  const { performer, isLocked: _1, file: _2, thumbnail: _3, teaser: _4, ...view } = assetView()
  const { availability: _5, left: _6, ...common } = view
  return {
    ...{ ...common, performerId: performer._id, status: 'draft', publishedAt: null, bookmarks: 0, files: [] },
    ...{
      mainId: null,
      thumbnailId: null,
      teaserId: null,
      pictureId: null,
      fileId: null,
      fileIds: [],
      participantIds: [],
    },
    ...{ coverPhotoId: null, addedPhotos: [], stock: null },
    ...given,
  }
}
