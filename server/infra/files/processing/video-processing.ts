import { rm } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../context.ts'
import type { FileResult } from '../commands.ts'
import type { File } from '../entity.ts'
import { findFfmpeg, grabFrame, remux } from './ffmpeg.ts'
import { processPicture } from './picture-processes.ts'
import { detectMediaType } from '../media-type.ts'
import type { VideoType } from '@vesper/sync/media/media-types.ts'
import { cleanVideo } from '../strip-metadata/video-metadata.ts'

//   source ─→ copied by ffmpeg, where there is one ─→ metadata overwritten ─→ original ─→ source removed
//
// Whatever is interrupted can begin anew: `source` is there until `original` is complete.

/** One video in work; `signal` ends the work, not the video. */
export type VideoJob = { app: App; file: File; signal: AbortSignal }
type Video = { path: string; mimeType: VideoType }

/** Makes the renditions of a video from its source. Never throws for what is wrong with the video. */
export async function makeRenditions(job: VideoJob): Promise<FileResult> {
  const { app, file, signal } = job
  try {
    return await makeOriginal(job)
  } catch (error) {
    const log = { err: error, fileId: file.id }
    if (error instanceof Refusal) app.log.info(log, 'a video cannot be processed')
    else if (!signal.aborted) app.log.error(log, 'processing a video failed')
    return { status: 'failed' }
  }
}

async function makeOriginal(job: VideoJob): Promise<FileResult> {
  const { app, file, signal } = job
  const ffmpeg = await findFfmpeg(app.config.ffmpegPath)
  const source = await app.storage.pathOf(file.id, 'source')
  const copy = source && ffmpeg ? await tryRemux(job, ffmpeg, source) : null
  try {
    const video = copy ?? (source === null ? await storedOriginal(job) : { path: source, mimeType: typeOf(file) })
    const { width, height } = await cleanVideo(video.path, video.mimeType, signal)
    const poster = ffmpeg ? await tryPoster(job, ffmpeg, video) : null
    if (source !== null) await app.storage.put(file.id, 'original', video.path)
    await app.storage.remove(file.id, 'source')
    const size = (await app.storage.open(file.id, 'original'))?.size ?? file.size
    const picture = { placeholder: poster?.placeholder ?? null, hasThumbnail: poster !== null }
    return { status: 'ready', mimeType: video.mimeType, size, width, height, ...picture }
  } finally {
    if (copy) await rm(copy.path, { force: true })
  }
}

/** An earlier run stored the original and got no further; what type it wrote is to be seen from the bytes. */
async function storedOriginal({ app, file }: VideoJob): Promise<Video> {
  const path = await app.storage.pathOf(file.id, 'original')
  if (path === null) throw new Error('The bytes of a video are missing.')
  const media = await detectMediaType(path)
  return { path, mimeType: media.type === 'video' ? media.mimeType : typeOf(file) }
}

function typeOf(file: File): VideoType {
  return file.mimeType as VideoType
}

/** What ffmpeg cannot copy is kept as it came: overwriting its metadata is enough. */
async function tryRemux({ app, file, signal }: VideoJob, ffmpeg: string, source: string): Promise<Video | null> {
  const path = app.storage.workPath()
  try {
    const mimeType = await remux(ffmpeg, { source, target: path, mimeType: typeOf(file) }, signal)
    return { path, mimeType }
  } catch (error) {
    signal.throwIfAborted()
    await rm(path, { force: true })
    app.log.info({ err: error, fileId: file.id }, 'a video is kept in the form it came in')
    return null
  }
}

/** A video without a poster is still a video. */
async function tryPoster(
  { app, file, signal }: VideoJob,
  ffmpeg: string,
  { path, mimeType }: Video,
): Promise<{ placeholder: string } | null> {
  const frame = app.storage.workPath()
  const thumbnail = app.storage.workPath()
  try {
    await grabFrame(ffmpeg, { source: path, mimeType, target: frame }, signal)
    const poster = await processPicture(file.ownerId, { kind: 'poster', source: frame, target: thumbnail })
    await app.storage.put(file.id, 'thumbnail', thumbnail)
    return poster
  } catch (error) {
    signal.throwIfAborted()
    app.log.info({ err: error, fileId: file.id }, 'a video has no poster')
    return null
  } finally {
    for (const left of [frame, thumbnail]) await rm(left, { force: true })
  }
}
