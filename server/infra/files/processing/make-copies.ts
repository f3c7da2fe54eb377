import { rm } from 'node:fs/promises'
import type { VideoType } from '@vesper/sync/media/media-types.ts'
import { transact } from '../../database/transaction.ts'
import { addVariant } from '../commands.ts'
import type { File } from '../entity.ts'
import { diskRoom } from '../storage/disk-room.ts'
import { videoTreatmentOf } from '../uploads/purposes.ts'
import { encodeVideo, SOUND_KBITS } from './encode-media.ts'
import type { VideoEncoding } from './encode-media.ts'
import { requireVerdict } from './failed-file.ts'
import type { FileJob } from './file-progress.ts'
import { copyLimit, encodingLimit, variantsOf } from './playable-copy.ts'
import { findSound, probe } from './probe.ts'
import type { Media } from './run-on-media.ts'

type Shown = Pick<File, 'width' | 'height' | 'durationMs'>

/** True for a ready video that has smaller copies. */
export function hasCopies({ purpose }: Pick<File, 'purpose'>, { width, height, durationMs }: Shown): boolean {
  if (videoTreatmentOf(purpose) === 'clip' || durationMs == null || !width || !height) return false
  return variantsOf({ width, height }).length > 0
}

/**
 * Makes the smaller copies of a video that is ready, and notes that it waits for none. A copy that cannot be made of it is left
 * out. One that is there already, from a run that was cut short, is not made again.
 */
export async function makeCopies(job: FileJob): Promise<void> {
  const { app, file } = job
  const source = await app.storage.pathOf(file.id, 'original')
  const { width, height } = file
  if (job.ffmpeg !== null && source !== null && width && height && hasCopies(file, file)) {
    const made = new Set(file.variants.map(({ name }) => name))
    const plans = variantsOf({ width, height }).filter(({ name }) => !made.has(name))
    const { ffmpeg, signal } = job
    const media = { ffmpeg, source, mimeType: file.mimeType as VideoType, signal, room: diskRoom(app) }
    const streams = plans.length === 0 ? null : await tryStreams(job, media)
    for (const plan of plans) if (streams !== null) await makeCopy(job, { media, streams, plan })
  }
  await app.orm.em.fork().execute(`update file set awaits = null where id = ? and awaits = 'copies'`, [file.id])
}

type Streams = Pick<VideoEncoding, 'colours' | 'sound'>

/** Null for a video that ffmpeg cannot read: no copy can be made of it. */
async function tryStreams(job: FileJob, media: Media): Promise<Streams | null> {
  try {
    const { colours, sounds } = await probe(media)
    return { colours, sound: await findSound(job, media, sounds) }
  } catch (error) {
    requireVerdict(error, job)
    job.app.log.warn({ err: error, fileId: job.file.id }, 'smaller copies of a video could not be made')
    return null
  }
}

type Copy = { media: Media; streams: Streams; plan: ReturnType<typeof variantsOf>[number] }

async function makeCopy(job: FileJob, { media, streams, plan: { name, ...plan } }: Copy): Promise<void> {
  const { app, file } = job
  const durationMs = file.durationMs ?? null
  const target = app.storage.workPath()
  try {
    const maxBytes = copyLimit({ kbits: plan.kbits + SOUND_KBITS, durationMs, size: file.size })
    await encodeVideo(media, { target, maxBytes, limitMs: encodingLimit(durationMs), durationMs, ...plan, ...streams })
    await app.storage.put(file.id, name, target)
    const size = (await app.storage.open(file.id, name))?.size ?? 0
    const variant = { name, width: plan.width, height: plan.height, size }
    await transact(app, null, (tx) => addVariant(tx, file.id, variant))
  } catch (error) {
    requireVerdict(error, job)
    app.log.warn({ err: error, fileId: file.id, variant: name }, 'a smaller copy of a video could not be made')
  } finally {
    await rm(target, { force: true })
  }
}
