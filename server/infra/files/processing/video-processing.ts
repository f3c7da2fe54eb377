import { rm, stat } from 'node:fs/promises'
import type { VideoType } from '@vesper/sync/media/media-types.ts'
import { maxSeconds } from '@vesper/sync/vesper/purposes.ts'
import type { FileResult } from '../commands.ts'
import type { File } from '../entity.ts'
import { detectMediaType } from '../media-type.ts'
import { diskRoom } from '../storage/disk-room.ts'
import { cleanVideo } from '../strip-metadata/inspect-video.ts'
import { videoTreatmentOf } from '../uploads/purposes.ts'
import { encodeVideo, remux, SOUND_KBITS } from './encode-media.ts'
import { FailedFile, requireVerdict } from './failed-file.ts'
import { fileProgress } from './file-progress.ts'
import type { FileJob } from './file-progress.ts'
import { inTime, isBeyondBudget, isLongVideo, LongWork, pixelsOf } from './long-work.ts'
import { hasCopies } from './make-copies.ts'
import { makePoster } from './make-poster.ts'
import { clipCopy, copyLimit, isPlayable, isTooLong, playableCopy } from './playable-copy.ts'
import type { Encode } from './playable-copy.ts'
import { findSound, probe } from './probe.ts'
import type { Probe, Size, Colours } from './probe.ts'
import type { Media } from './run-on-media.ts'

//   source ─→ tables checked, metadata overwritten ─→ copied by ffmpeg, where there is one ─→ overwritten again ─→ original
//                                                                                     └→ encoded, where browsers do not
//                                                                                        play it, or it is a clip
//
// Interrupted work begins again: `source` is there until `original` is complete.

type Video = Size & { path: string; mimeType: VideoType; frames: number; colours: Colours | null }
/** The bytes of a video. */
type Stored = Pick<Video, 'path' | 'mimeType'>
type Ready = Extract<FileResult, { status: 'ready' }>

/** Makes the original of a video, which browsers play, and its poster. Throws for what is wrong with the video. */
export async function makeOriginal(job: FileJob): Promise<Ready> {
  const { app, file, ffmpeg, signal } = job
  const source = await app.storage.pathOf(file.id, 'source')
  const made: string[] = []
  try {
    // First of all: no other program reads tables that lie, or boxes that are not known.
    if (source !== null) await cleanVideo(source, typeOf(file), signal)
    const copy = source && ffmpeg ? await tryRemux(job, ffmpeg, source) : null
    if (copy) made.push(copy.path)
    const found = copy ?? (source === null ? await storedOriginal(job) : { path: source, mimeType: typeOf(file) })
    const inspected = { ...found, ...(await cleanVideo(found.path, found.mimeType, signal)) }
    const told = ffmpeg ? await tryProbe(job, ffmpeg, found) : null
    const cleaned: Video = { ...inspected, ...told?.stretched, colours: told?.colours ?? null }
    const video = told && ffmpeg ? await encodeWhereNeeded(job, { ffmpeg, told, video: cleaned }) : cleaned
    if (video !== cleaned) made.push(video.path)
    const durationMs = told?.durationMs ?? null
    const poster = ffmpeg ? await makePoster(job, ffmpeg, { ...video, durationMs }) : null
    if (source !== null || video !== cleaned) await app.storage.put(file.id, 'original', video.path)
    await app.storage.remove(file.id, 'source')
    const size = (await app.storage.open(file.id, 'original'))?.size ?? file.size
    const picture = { placeholder: poster, hasThumbnail: poster !== null, hasPoster: poster !== null }
    const { mimeType, width, height } = video
    const shown = { mimeType, size, width, height, durationMs, ...picture }
    const awaits = hasCopies(file, shown) && !isBeyondBudget(costOf(cleaned, told)) ? 'copies' : null
    return { status: 'ready', ...shown, awaits }
  } finally {
    for (const path of made) await rm(path, { force: true })
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
  const cost = costOf(video, told)
  // It takes too much of the machine.
  if (isBeyondBudget(cost)) throw new FailedFile('timeout')
  if (!job.isPatient && isLongVideo(cost)) throw new LongWork()
  const plan: Encode = isClip ? clipCopy(video) : playableCopy(video)
  const path = app.storage.workPath()
  const maxBytes = copyLimit({ kbits: plan.kbits + SOUND_KBITS, durationMs, size: (await stat(video.path)).size })
  const media = mediaOf(video, { ffmpeg, signal, room: diskRoom(app) })
  const streams = { colours: video.colours, sound: await findSound(job, media, told.sounds) }
  const encoding = { target: path, maxBytes, durationMs, onPercent: fileProgress(app, file), ...streams }
  try {
    await inTime(job, durationMs, (limitMs) => encodeVideo(media, { ...encoding, limitMs, ...plan }))
    const { width, height } = plan
    return { path, mimeType: 'video/mp4', width, height, frames: video.frames, colours: null }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** The pixels to decode. A container may tell of a smaller frame than its decoder makes. */
function costOf({ width, height, frames }: Size & { frames: number }, told: Probe | null): number {
  return Math.max(pixelsOf({ width, height, frames }), told?.frame ? pixelsOf({ ...told.frame, frames }) : 0)
}

/** An earlier run stored the original and got no further; what type it wrote is to be seen from the bytes. */
async function storedOriginal({ app, file }: FileJob): Promise<Stored> {
  const path = await app.storage.pathOf(file.id, 'original')
  if (path === null) throw new Error('The bytes of a video are missing.')
  const media = await detectMediaType(path)
  return { path, mimeType: media.type === 'video' ? media.mimeType : typeOf(file) }
}

function typeOf(file: File): VideoType {
  return file.mimeType as VideoType
}

function mediaOf({ path, mimeType }: Stored, parts: Pick<Media, 'ffmpeg' | 'signal' | 'room'>) {
  return { source: path, mimeType, ...parts }
}

/** A video that ffmpeg cannot copy is kept as it came: overwriting its metadata is enough. */
async function tryRemux(job: FileJob, ffmpeg: string, source: string): Promise<Stored | null> {
  const { app, file, signal } = job
  const path = app.storage.workPath()
  try {
    const media = mediaOf({ path: source, mimeType: typeOf(file) }, { ffmpeg, signal, room: diskRoom(app) })
    return { path, mimeType: await remux(media, path) }
  } catch (error) {
    await rm(path, { force: true })
    requireVerdict(error, job)
    app.log.info({ err: error, fileId: file.id }, 'a video is kept in the form it came in')
    return null
  }
}

/** A video that ffmpeg cannot read may still be one that browsers play: its structure has been checked. */
async function tryProbe(job: FileJob, ffmpeg: string, video: Stored): Promise<Probe | null> {
  try {
    return await probe(mediaOf(video, { ffmpeg, signal: job.signal }))
  } catch (error) {
    requireVerdict(error, job)
    job.app.log.info({ err: error, fileId: job.file.id }, 'the codecs of a video are unknown')
    return null
  }
}
