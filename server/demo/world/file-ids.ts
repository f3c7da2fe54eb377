import { demoId } from './demo-id.ts'
import type { PlacedAsset, PlacedPost, World } from './read-world.ts'

// The ids of the files of the world. They follow from the texts, so that a start that was cut off goes on where it was.

/** The pictures of a post, in their order. Where no clips can be made, one picture stands for a video or a sound. */
export function postPictureFileIds({ creator, n, media }: PlacedPost): string[] {
  return Array.from({ length: media?.count ?? 0 }, (_, place) => demoId(creator.username, `picture.${n}`, place))
}

/** The video or the sound of a post; null for another. */
export function postClipId({ creator, n, media }: PlacedPost): string | null {
  return media === null || media.kind === 'photo' ? null : demoId(creator.username, `clip.${n}`)
}

/** The picture and the short video that everybody sees of a locked post. */
export function postAdvertIds({ creator, n, access, media, minutesAgo }: PlacedPost) {
  const isSold = (access === 'paid' || access === 'subscribers') && media !== null && media.kind !== 'audio'
  return {
    thumbnail: isSold && minutesAgo < ADVERT_MINUTES ? demoId(creator.username, `thumbnail.${n}`) : null,
    teaser: isSold && media.kind === 'video' ? demoId(creator.username, `teaser.${n}`) : null,
  }
}

const ADVERT_MINUTES = 60 * 1440

/** The files that buyers of posts, galleries and videos get. */
export function soldFileIds({ posts, assets }: World): Set<string> {
  const ofPosts = posts
    .filter(({ access }) => access === 'paid')
    .flatMap((post) => [postClipId(post), ...postPictureFileIds(post)])
  const ofAssets = assets
    .filter(({ access }) => access === 'paid')
    .flatMap((asset) => [videoClipIds(asset).main, ...galleryPhotoIds(asset).map(({ fileId }) => fileId)])
  return new Set([...ofPosts, ...ofAssets].filter((id) => id !== null))
}

export function productPictureId(owner: string, name: string): string {
  return demoId(owner, `product.${name}`)
}

/** The public picture of a gallery or a video. */
export function assetPictureId({ creator, title }: PlacedAsset): string {
  return demoId(creator.username, `advert.${title}`)
}

/** The photos of a gallery, each with its file, in their order. */
export function galleryPhotoIds({ creator, title, media }: PlacedAsset): { id: string; fileId: string }[] {
  return Array.from({ length: media.count }, (_, n) => ({
    id: demoId(creator.username, `photo.${title}`, n),
    fileId: demoId(creator.username, `photo-file.${title}`, n),
  }))
}

export function videoClipIds({ creator, title, access }: PlacedAsset): { main: string; teaser: string | null } {
  return {
    main: demoId(creator.username, `video.${title}`),
    teaser: access === 'paid' ? demoId(creator.username, `teaser.${title}`) : null,
  }
}
