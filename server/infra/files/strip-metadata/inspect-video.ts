import { stat } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { BytePatch, ReadAt } from '@vesper/sync/media/byte-patches.ts'
import type { AudioType, VideoType } from '@vesper/sync/media/media-types.ts'
import { planMp4 } from '@vesper/sync/media/plan-mp4.ts'
import { damagedVideoRefusal, extraTracks } from '@vesper/sync/media/video-refusals.ts'
import { damagedSound } from '../file-refusals.ts'
import { MAX_PIXELS } from '../processing/plain-structure.ts'
import { applyBytePatches, withReader } from './byte-patches.ts'
import { planMatroska } from './matroska.ts'
import { createMp4Tables } from './mp4-tables.ts'

/**
 * The size of a video in pixels as displayed, the pictures that its container tells of, and the bytes to overwrite so that only
 * picture and sound remain.
 */
export type VideoPlan = { width: number; height: number; frames: number; patches: BytePatch[] }

const MAX_EDGE = 16_384

/**
 * Reads the structure of a video. Refuses a damaged or incomplete one as `invalid`, and as `unsupported` one whose
 * metadata cannot be removed.
 */
export async function inspectVideo(path: string, mimeType: VideoType): Promise<VideoPlan> {
  const plan = isMp4(mimeType) ? planWholeMp4 : planMatroska
  if ((await stat(path)).size === 0) throw damagedVideoRefusal()
  const result = await withReader(path, plan)
  const { width, height } = result
  if (!(width > 0 && height > 0 && width <= MAX_EDGE && height <= MAX_EDGE && width * height <= MAX_PIXELS)) {
    throw new Refusal('invalid', 'This video has no picture.')
  }
  return result
}

/** Tells if a file in the form of a video shows anything; true as well for one whose structure cannot be read. */
export async function hasPicture(path: string, mimeType: VideoType): Promise<boolean> {
  try {
    const plan = isMp4(mimeType) ? await withReader(path, planMp4) : await withReader(path, planMatroska)
    return plan.width > 0 || plan.height > 0
  } catch {
    return true
  }
}

function isMp4(mimeType: VideoType): boolean {
  return mimeType === 'video/mp4' || mimeType === 'video/quicktime'
}

/** Refuses a file in which samples of a track beside picture and sound would stay. */
async function planWholeMp4(read: ReadAt, size: number): Promise<VideoPlan> {
  const tables = createMp4Tables(size)
  const { isComplete, ...plan } = await planMp4(read, size, tables.look)
  if (!isComplete) throw extraTracks()
  return { ...plan, frames: tables.frames() }
}

/**
 * Overwrites all of a sound in the form of a video but its picture and sound, of whose tables it checks the counts. Refuses as
 * `inspectVideo` does. Other forms of sounds have no tables.
 */
export async function cleanSound(path: string, mimeType: AudioType, signal: AbortSignal): Promise<void> {
  await applyBytePatches(path, await inspectSound(path, mimeType), signal)
}

/** Gives the bytes to overwrite. Refuses as `inspectVideo` does, in words for a sound. */
export async function inspectSound(path: string, mimeType: AudioType): Promise<BytePatch[]> {
  try {
    if (mimeType === 'audio/mp4')
      return await withReader(path, async (read, size) => {
        return (await planMp4(read, size, createMp4Tables(size).look)).patches
      })
    return mimeType === 'audio/webm' ? (await withReader(path, planMatroska)).patches : []
  } catch (error) {
    if (error instanceof Refusal) throw damagedSound()
    throw error
  }
}

/**
 * Overwrites all metadata of a video in place: places, devices, dates, and tracks other than picture and sound.
 * Interrupted anywhere, also by `signal`, it can be run again. Refuses as `inspectVideo` does.
 */
export async function cleanVideo(
  path: string,
  mimeType: VideoType,
  signal: AbortSignal,
): Promise<Omit<VideoPlan, 'patches'>> {
  const { patches, ...shape } = await inspectVideo(path, mimeType)
  await applyBytePatches(path, patches, signal)
  return shape
}
