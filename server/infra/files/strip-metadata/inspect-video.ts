import { stat } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { BytePatch, ReadAt } from '@vesper/sync/media/byte-patches.ts'
import type { VideoType } from '@vesper/sync/media/media-types.ts'
import { planMp4 } from '@vesper/sync/media/plan-mp4.ts'
import { damagedVideoRefusal, extraTracks } from '@vesper/sync/media/video-refusals.ts'
import { MAX_PIXELS } from '../processing/plain-structure.ts'
import { applyBytePatches, withReader } from './byte-patches.ts'
import { planMatroska } from './matroska.ts'

/** The size of a video in pixels as displayed, and the bytes to overwrite so that only picture and sound remain. */
export type VideoPlan = { width: number; height: number; patches: BytePatch[] }

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
    const plan = await withReader(path, isMp4(mimeType) ? planMp4 : planMatroska)
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
  const { isComplete, ...plan } = await planMp4(read, size)
  if (!isComplete) throw extraTracks()
  return plan
}

/**
 * Overwrites all metadata of a video in place: places, devices, dates, and tracks other than picture and sound.
 * Interrupted anywhere, also by `signal`, it can be run again. Refuses as `inspectVideo` does.
 */
export async function cleanVideo(
  path: string,
  mimeType: VideoType,
  signal: AbortSignal,
): Promise<{ width: number; height: number }> {
  const { width, height, patches } = await inspectVideo(path, mimeType)
  await applyBytePatches(path, patches, signal)
  return { width, height }
}
