import { rm } from 'node:fs/promises'
import type { VideoType } from '@vesper/sync/media/media-types.ts'
import { maxSeconds } from '@vesper/sync/vesper/purposes.ts'
import { transact } from '../../database/transaction.ts'
import { addVariant } from '../commands.ts'
import type { FileResult } from '../commands.ts'
import type { File } from '../entity.ts'
import { detectMediaType } from '../media-type.ts'
import { cleanVideo } from '../strip-metadata/inspect-video.ts'
import { videoTreatmentOf } from '../uploads/purposes.ts'
import { encodeVideo, grabFrame, probe, remux } from './encode-media.ts'
import type { Media, Probe, Size } from './encode-media.ts'
import { FailedFile } from './failed-file.ts'
import { fileProgress } from './file-progress.ts'
import type { FileJob } from './file-progress.ts'
import { processPicture } from './picture-processes.ts'
import { clipCopy, encodingLimit, isPlayable, isTooLong, playableCopy, variantsOf } from './playable-copy.ts'
import type { Encode } from './playable-copy.ts'

//   source ─→ copied by ffmpeg, where there is one ─→ metadata overwritten ─→ original ─→ source removed
//                                                     └→ encoded, where browsers do not play it, or it is a clip
//   original ─→ 360p ─→ 720p
//
// Whatever is interrupted can begin anew: `source` is there until `original` is complete.

type Video = Size & { path: string; mimeType: VideoType }
type Ready = Extract<FileResult, { status: 'ready' }>

/** Makes the original of a video, which browsers play, and its poster. Throws for what is wrong with the video. */
export async function makeOriginal(job: FileJob): Promise<Ready> {
  const { app, file, ffmpeg, signal } = job
  const source = await app.storage.pathOf(file.id, 'source')
  const made: string[] = []
  try {
    const copy = source && ffmpeg ? await tryRemux(job, ffmpeg, source) : null
    if (copy) made.push(copy.path)
    const found = copy ?? (source === null ? await storedOriginal(job) : { path: source, mimeType: typeOf(file) })
    const cleaned = { ...found, ...(await cleanVideo(found.path, found.mimeType, signal)) }
    const told = ffmpeg ? await tryProbe(job, ffmpeg, cleaned) : null
    const video = told && ffmpeg ? await encodeWhereNeeded(job, { ffmpeg, told, video: cleaned }) : cleaned
    if (video !== cleaned) made.push(video.path)
    const poster = ffmpeg ? await tryPoster(job, ffmpeg, video) : null
    if (source !== null || video !== cleaned) await app.storage.put(file.id, 'original', video.path)
    await app.storage.remove(file.id, 'source')
    const size = (await app.storage.open(file.id, 'original'))?.size ?? file.size
    const picture = { placeholder: poster, hasThumbnail: poster !== null, hasPoster: poster !== null }
    const { mimeType, width, height } = video
    return { status: 'ready', mimeType, size, width, height, durationMs: told?.durationMs ?? null, ...picture }
  } finally {
    for (const path of made) await rm(path, { force: true })
  }
}

/** Makes the smaller copies of a video that is ready. A copy that cannot be made is left out. */
export async function makeVariants(job: FileJob, ready: Ready): Promise<void> {
  const { app, file, ffmpeg, signal } = job
  const source = await app.storage.pathOf(file.id, 'original')
  if (!ffmpeg || source === null || videoTreatmentOf(file.purpose) === 'clip' || ready.durationMs == null) return
  const { durationMs, width, height } = ready
  if (!width || !height) return
  for (const { name, ...size } of variantsOf({ width, height })) {
    const target = app.storage.workPath()
    try {
      const media = { ffmpeg, source, mimeType: ready.mimeType as VideoType, signal }
      await encodeVideo(media, { target, limitMs: encodingLimit(durationMs), durationMs, ...size })
      await app.storage.put(file.id, name, target)
      const bytes = (await app.storage.open(file.id, name))?.size ?? 0
      const variant = { name, width: size.width, height: size.height, size: bytes }
      await transact(app, null, (tx) => addVariant(tx, file.id, variant))
    } catch (error) {
      signal.throwIfAborted()
      app.log.warn({ err: error, fileId: file.id, variant: name }, 'a smaller copy of a video could not be made')
    } finally {
      await rm(target, { force: true })
    }
  }
}

/** A clip is encoded once and small; any other video where browsers do not play it as it is. */
async function encodeWhereNeeded(
  job: FileJob,
  { ffmpeg, told, video }: { ffmpeg: string; told: Probe; video: Video },
): Promise<Video> {
  const { app, file, signal } = job
  const isClip = videoTreatmentOf(file.purpose) === 'clip'
  const { durationMs } = told
  const seconds = maxSeconds[file.purpose]
  // A second more: containers round.
  const isLong = seconds !== undefined && (durationMs ?? 0) > (seconds + 1) * 1000
  if (isLong || isTooLong(durationMs)) throw new FailedFile('too-long')
  if (told.video === null || (!isClip && isPlayable(told, video.mimeType))) return video
  const plan: Encode = isClip ? clipCopy(video) : playableCopy(video)
  const path = app.storage.workPath()
  const encoding = { target: path, limitMs: encodingLimit(durationMs), durationMs, onPercent: fileProgress(app, file) }
  try {
    await encodeVideo(mediaOf(video, { ffmpeg, signal }), { ...encoding, ...plan })
    return { path, mimeType: 'video/mp4', width: plan.width, height: plan.height }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** An earlier run stored the original and got no further; what type it wrote is to be seen from the bytes. */
async function storedOriginal({ app, file }: FileJob): Promise<Omit<Video, keyof Size>> {
  const path = await app.storage.pathOf(file.id, 'original')
  if (path === null) throw new Error('The bytes of a video are missing.')
  const media = await detectMediaType(path)
  return { path, mimeType: media.type === 'video' ? media.mimeType : typeOf(file) }
}

function typeOf(file: File): VideoType {
  return file.mimeType as VideoType
}

function mediaOf({ path, mimeType }: Omit<Video, keyof Size>, parts: Pick<Media, 'ffmpeg' | 'signal'>) {
  return { source: path, mimeType, ...parts }
}

/** A video that ffmpeg cannot copy is kept as it came: overwriting its metadata is enough. */
async function tryRemux(
  { app, file, signal }: FileJob,
  ffmpeg: string,
  source: string,
): Promise<Omit<Video, keyof Size> | null> {
  const path = app.storage.workPath()
  try {
    const mimeType = await remux(mediaOf({ path: source, mimeType: typeOf(file) }, { ffmpeg, signal }), path)
    return { path, mimeType }
  } catch (error) {
    signal.throwIfAborted()
    await rm(path, { force: true })
    app.log.info({ err: error, fileId: file.id }, 'a video is kept in the form it came in')
    return null
  }
}

/** A video that ffmpeg cannot read may still be one that browsers play: its structure has been checked. */
async function tryProbe({ app, file, signal }: FileJob, ffmpeg: string, video: Video): Promise<Probe | null> {
  try {
    return await probe(mediaOf(video, { ffmpeg, signal }))
  } catch (error) {
    signal.throwIfAborted()
    app.log.info({ err: error, fileId: file.id }, 'the codecs of a video are unknown')
    return null
  }
}

/** Gives the placeholder. A video without a poster is still a video. */
async function tryPoster({ app, file, signal }: FileJob, ffmpeg: string, video: Video): Promise<string | null> {
  const [frame, poster, thumbnail] = [app.storage.workPath(), app.storage.workPath(), app.storage.workPath()]
  try {
    await grabFrame(mediaOf(video, { ffmpeg, signal }), frame)
    const task = { kind: 'poster', source: frame, target: poster, thumbnail } as const
    const { placeholder } = await processPicture(file.ownerId, task)
    await app.storage.put(file.id, 'poster', poster)
    await app.storage.put(file.id, 'thumbnail', thumbnail)
    return placeholder
  } catch (error) {
    signal.throwIfAborted()
    app.log.info({ err: error, fileId: file.id }, 'a video has no poster')
    return null
  } finally {
    for (const left of [frame, poster, thumbnail]) await rm(left, { force: true })
  }
}
