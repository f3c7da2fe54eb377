import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import type { ClipSketch } from '../art/draw-clip.ts'
import { randomOf } from '../art/random.ts'
import { postAdvertIds, postClipId, videoClipIds } from './file-ids.ts'
import type { PlacedAsset, PlacedPost, World } from './read-world.ts'

type Drawn = { id: string; owner: string; purpose: FilePurpose; minutesAgo: number }

/** A video or a sound to be made: its row in the database, and what is seen and heard. */
export type WorldClip = Drawn & (({ type: 'video' } & ClipSketch) | { type: 'audio'; seed: string; seconds: number })

const small = { width: 640, height: 360 } as const
/** Large enough for a smaller copy, between which and itself a viewer can choose. */
const large = { width: 1280, height: 720 } as const
const TEASER_SECONDS = 3

/** All clips of the world, the newest first. */
export function worldClips({ posts, assets }: World): WorldClip[] {
  const videos = assets.filter(({ kind }) => kind === 'video')
  return [...posts.flatMap(clipsOfPost), ...videos.flatMap(clipsOfVideo)].toSorted(
    (a, b) => a.minutesAgo - b.minutesAgo,
  )
}

function clipsOfPost(post: PlacedPost): WorldClip[] {
  const { creator, media, minutesAgo } = post
  const id = postClipId(post)
  if (id === null || media === null) return []
  const drawn = { owner: creator.username, minutesAgo }
  if (media.kind === 'audio') {
    const seconds = randomOf(id).whole(12, 30)
    return [{ ...drawn, type: 'audio', id, purpose: 'feed-audio', seed: id, seconds }]
  }
  const look = { type: 'video', motif: media.motif, palette: creator.palette, seed: id, size: small } as const
  const { teaser } = postAdvertIds(post)
  return [
    { ...drawn, ...look, id, purpose: 'feed-video', seconds: secondsOf(id) },
    ...teaserOf(teaser, { ...drawn, ...look, purpose: 'feed-teaser' }),
  ]
}

function clipsOfVideo(asset: PlacedAsset): WorldClip[] {
  const { creator, media, minutesAgo } = asset
  const { main: id, teaser } = videoClipIds(asset)
  const drawn = { owner: creator.username, minutesAgo }
  const look = { type: 'video', motif: media.motif, palette: creator.palette, seed: id, size: large } as const
  return [
    { ...drawn, ...look, id, purpose: 'video', seconds: randomOf(id).whole(4, 6) },
    ...teaserOf(teaser, { ...drawn, ...look, size: small, purpose: 'video-teaser' }),
  ]
}

function teaserOf(id: string | null, look: Omit<WorldClip & { type: 'video' }, 'id' | 'seconds'>): WorldClip[] {
  return id === null ? [] : [{ ...look, id, seconds: TEASER_SECONDS }]
}

function secondsOf(id: string): number {
  return randomOf(id).whole(5, 8)
}
