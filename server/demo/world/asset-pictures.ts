import { randomOf } from '../art/random.ts'
import type { Size } from '../art/svg.ts'
import { assetPictureId, galleryPhotoIds } from './file-ids.ts'
import type { WorldPicture } from './pictures.ts'
import type { PlacedAsset } from './read-world.ts'

const square = { width: 640, height: 640 } as const
const wide = { width: 960, height: 540 } as const
const shapes: readonly [Size, ...Size[]] = [
  { width: 960, height: 640 },
  { width: 640, height: 800 },
  { width: 720, height: 720 },
]

/** The public picture of a gallery, which is a copy of its first photo, or of a video. */
export function advertOf(asset: PlacedAsset): WorldPicture {
  const { creator, kind, media, minutesAgo } = asset
  const common = { id: assetPictureId(asset), owner: creator.username, motif: media.motif, palette: creator.palette }
  if (kind === 'video') return { ...common, purpose: 'video-thumbnail', size: wide, minutesAgo }
  const seed = galleryPhotoIds(asset)[0]?.fileId ?? common.id
  return { ...common, purpose: 'gallery-cover', seed, size: square, minutesAgo }
}

/** The photos of a gallery; a video has none. */
export function assetPicturesOf(asset: PlacedAsset): WorldPicture[] {
  const { creator, kind, media, minutesAgo } = asset
  if (kind === 'video') return []
  const { username: owner, palette } = creator
  return galleryPhotoIds(asset).map(({ fileId: id }) => {
    return {
      id,
      owner,
      purpose: 'gallery-photo',
      motif: media.motif,
      palette,
      size: randomOf(id).pick(shapes),
      minutesAgo,
    }
  })
}
