import { rm } from 'node:fs/promises'
import type { VideoType } from '@vesper/sync/media/media-types.ts'
import { diskRoom } from '../storage/disk-room.ts'
import { edges } from '../uploads/purposes.ts'
import { grabFrame } from './encode-media.ts'
import { requireVerdict } from './failed-file.ts'
import type { FileJob } from './file-progress.ts'
import { processPicture } from './picture-processes.ts'
import { evenSize } from './playable-copy.ts'
import type { Size, Colours } from './probe.ts'

/** A video to make a poster of, in the size as displayed. */
export type Filmed = Size & { path: string; mimeType: VideoType; colours: Colours | null; durationMs: number | null }

/** The dark end of a fade has less contrast, of 255, and a picture of a night has more. */
const PLAIN_CONTRAST = 12
/** Titles and fades end within these moments of a video. */
const LOOKS_MS = [0, 2_000, 6_000]
/** The last look, where the length of a video is not known. */
const LATE_MS = 15_000
/** Milliseconds of a processor that a look after the first may take. */
const FURTHER_LIMIT_MS = 5_000

type Look = { poster: string; thumbnail: string; placeholder: string; contrast: number }

/**
 * Stores the poster of a video and its thumbnail, and gives its placeholder. Looks further into a video that begins with a
 * plain picture, and takes the least plain one. Null for a video that shows none: it is still a video.
 */
export async function makePoster(job: FileJob, ffmpeg: string, video: Filmed): Promise<string | null> {
  const { app, file } = job
  const made: string[] = []
  const newPath = () => made[made.push(app.storage.workPath()) - 1] ?? ''
  let best: Look | null = null
  try {
    for (const atMs of momentsOf(video.durationMs)) {
      const look = await tryLook(job, { ffmpeg, video, atMs, newPath })
      if (look === null) break
      if (best === null || look.contrast > best.contrast) best = look
      if (best.contrast > PLAIN_CONTRAST) break
    }
    if (best === null) return null
    await app.storage.put(file.id, 'poster', best.poster)
    await app.storage.put(file.id, 'thumbnail', best.thumbnail)
    return best.placeholder
  } finally {
    for (const path of made) await rm(path, { force: true })
  }
}

function momentsOf(durationMs: number | null): number[] {
  const last = durationMs === null ? LATE_MS : Math.floor(durationMs / 2)
  const moments = LOOKS_MS.filter((ms) => durationMs === null || ms < durationMs)
  return [...new Set([...moments, last])]
}

type Trial = { ffmpeg: string; video: Filmed; atMs: number; newPath: () => string }

/** Null where the video shows nothing from this moment on, or ffmpeg cannot read it. */
async function tryLook(job: FileJob, { ffmpeg, video, atMs, newPath }: Trial): Promise<Look | null> {
  const { app, file, signal } = job
  const { path: source, mimeType, colours } = video
  const [frame, poster, thumbnail] = [newPath(), newPath(), newPath()]
  try {
    const media = { ffmpeg, source, mimeType, signal, room: diskRoom(app) }
    const limit = atMs === 0 ? {} : { limitMs: FURTHER_LIMIT_MS }
    const isThere = await grabFrame(media, frame, { ...posterSize(video), colours, atMs, ...limit })
    if (!isThere) return null
    const task = { kind: 'poster', source: frame, target: poster, thumbnail } as const
    const { placeholder, contrast = 0 } = await processPicture(file.ownerId, task)
    return { poster, thumbnail, placeholder, contrast }
  } catch (error) {
    requireVerdict(error, job)
    app.log.info({ err: error, fileId: file.id, atMs }, 'a video gives no picture for a poster')
    return null
  }
}

function posterSize({ width, height }: Size): Size {
  return evenSize({ width, height }, Math.min(1, edges.poster / Math.max(width, height)))
}
