import type { Motif } from '../art/motifs.ts'
import type { ArtPalette } from '../art/palette.ts'
import { randomOf } from '../art/random.ts'
import type { Size } from '../art/svg.ts'
import { advertOf, assetPicturesOf } from './asset-pictures.ts'
import { worldCreators } from './creators.ts'
import { demoId } from './demo-id.ts'
import { fanPalettes } from './fan-palettes.ts'
import { worldFans } from './fans.ts'
import { postAdvertIds, postPictureFileIds, productPictureId } from './file-ids.ts'
import type { PlacedPost, World } from './read-world.ts'

/** A picture that everybody sees of something that is locked. */
type AdvertPurpose = 'feed-thumbnail' | 'video-thumbnail'

/** A picture to be drawn: its row in the database, and what is on it. */
export type WorldPicture = {
  /** The id of the file, and the seed of chance in the drawing unless `seed` is another. */
  id: string
  owner: string
  purpose: 'message' | 'avatar' | 'cover' | 'product' | 'gallery-photo' | 'gallery-cover' | AdvertPurpose
  /** The id of the picture that this one shows, too. */
  seed?: string
  motif: Motif
  palette: ArtPalette
  size: Size
  minutesAgo: number
}

const shapes = [
  { width: 960, height: 640 },
  { width: 960, height: 640 },
  { width: 576, height: 720 },
  { width: 720, height: 720 },
] as const
const YEAR_MINUTES = 365 * 1440

/** All pictures, in the order in which they are drawn: those that stand for something, then the contents, the newest first. */
export function worldPictures({ posts, products, assets }: World): WorldPicture[] {
  const ofProducts = products.map(({ creator: owner, name, motif }): WorldPicture => {
    const { palette } = paletteOf(owner)
    const size = { width: 640, height: 640 }
    return { id: productPictureId(owner, name), owner, purpose: 'product', motif, palette, size, minutesAgo: 0 }
  })
  const contents = [...posts.flatMap(picturesOfPost), ...assets.flatMap(assetPicturesOf)]
  return [
    ...[...portraits(), ...ofProducts, ...assets.map(advertOf), ...posts.flatMap(thumbnailOf)],
    ...contents.toSorted((a, b) => a.minutesAgo - b.minutesAgo),
  ]
}

function picturesOfPost(post: PlacedPost): WorldPicture[] {
  const { creator, media, minutesAgo, id } = post
  if (!media) return []
  // Several pictures of one post have one shape.
  const size = randomOf(id).pick(shapes)
  const common = { owner: creator.username, purpose: 'message', palette: creator.palette, size, minutesAgo } as const
  return postPictureFileIds(post).map((picture) => ({ id: picture, motif: media.motif, ...common }))
}

/** The public picture of a locked post. */
function thumbnailOf(post: PlacedPost): WorldPicture[] {
  const { creator, media, minutesAgo } = post
  const { thumbnail: id } = postAdvertIds(post)
  if (id === null || !media) return []
  const common = { owner: creator.username, palette: creator.palette, motif: media.motif, minutesAgo }
  return [{ id, purpose: 'feed-thumbnail', size: { width: 960, height: 540 }, ...common }]
}

function portraits(): WorldPicture[] {
  const square = { width: 256, height: 256 }
  const old = { minutesAgo: YEAR_MINUTES, size: square, purpose: 'avatar', motif: 'face' } as const
  const people = [
    ...worldCreators.map(({ username, palette }) => ({ username, palette })),
    ...worldFans.map(({ username }) => ({ username, palette: randomOf(username).pick(fanPalettes) })),
  ]
  const avatars = people.map(({ username: owner, palette }) => ({
    id: demoId(owner, 'avatar'),
    owner,
    palette,
    ...old,
  }))
  const covers = worldCreators.map(({ username: owner, palette, cover: motif }): WorldPicture => {
    const size = { width: 1500, height: 500 }
    return { ...old, id: demoId(owner, 'cover'), owner, palette, motif, purpose: 'cover', size }
  })
  return [...avatars, ...covers]
}

function paletteOf(username: string): { palette: ArtPalette } {
  const creator = worldCreators.find((each) => each.username === username)
  if (!creator) throw new Error(`no creator of the world is called ${username}`)
  return creator
}
