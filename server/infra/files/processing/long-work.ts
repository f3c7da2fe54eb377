import type { FileJob } from './file-progress.ts'
import { encodingLimit } from './playable-copy.ts'
import { FfmpegFault } from './run-ffmpeg.ts'

/** The work on a file takes minutes, and has a queue for that. */
export class LongWork extends Error {
  override readonly name = 'LongWork'
}

/** Pixels of all frames that are encoded while other files wait: a minute of Full HD has 4 thousand million. */
const QUICK_PIXELS = 6_000_000_000
/** A sound that is encoded while other files wait. */
const QUICK_SOUND_MS = 20 * 60_000
/** Milliseconds of a processor: files whose container tells too little. */
const QUICK_LIMIT_MS = 60_000
/**
 * Pixels of all frames of a video that are decoded at all: an hour of Full HD has 224 thousand million. A frame that costs five
 * bytes may have 48 million.
 */
const PIXELS_MAX = 250_000_000_000

/** The pixels of all frames. */
export function pixelsOf({ width, height, frames }: { width: number; height: number; frames: number }): number {
  return width * height * frames
}

export function isLongVideo(pixels: number): boolean {
  return pixels > QUICK_PIXELS
}

export function isLongSound(durationMs: number | null): boolean {
  return durationMs !== null && durationMs > QUICK_SOUND_MS
}

/** True for a video of which no copy is made. */
export function isBeyondBudget(pixels: number): boolean {
  return pixels > PIXELS_MAX
}

/** Runs an encoding of a file that plays for `durationMs`. Rejects with `LongWork` where it takes longer than a first look may. */
export async function inTime(
  { isPatient }: Pick<FileJob, 'isPatient'>,
  durationMs: number | null,
  encode: (limitMs: number) => Promise<void>,
): Promise<void> {
  const limitMs = encodingLimit(durationMs)
  try {
    await encode(isPatient ? limitMs : Math.min(limitMs, QUICK_LIMIT_MS))
  } catch (error) {
    if (!isPatient && error instanceof FfmpegFault && error.reason === 'exhausted') throw new LongWork()
    throw error
  }
}
