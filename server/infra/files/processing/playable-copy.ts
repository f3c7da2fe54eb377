import type { VideoType } from '@vesper/sync/media/media-types.ts'
import type { Variant } from '../entity.ts'
import { SOUND_KBITS } from './encode-media.ts'
import type { Probe, Size } from './probe.ts'

/** A video to encode: its size, and its most kilobits a second. */
export type Encode = Size & { kbits: number }

/** The shorter edges of the smaller copies, in pixels. */
const variants = [
  { name: '360p', edge: 360, kbits: 1_000 },
  { name: '720p', edge: 720, kbits: 2_500 },
] as const satisfies readonly { name: Variant['name']; edge: number; kbits: number }[]

const pictures: ReadonlySet<string | null> = new Set(['h264', 'vp8', 'vp9', 'av1'])
const sounds: ReadonlySet<string | null> = new Set(['aac', 'mp3', 'opus', 'vorbis', null])
const pixels: ReadonlySet<string | null> = new Set(['yuv420p', 'yuvj420p'])

/** True when every browser plays the video as it is. */
export function isPlayable({ video, pixels: format, audio }: Probe, mimeType: VideoType): boolean {
  const isContainer = mimeType === 'video/mp4' || mimeType === 'video/webm'
  return isContainer && pictures.has(video) && pixels.has(format) && sounds.has(audio)
}

/** The smaller copies to make of a video: only those that are smaller than it. */
export function variantsOf(size: Size): (Encode & { name: Variant['name'] })[] {
  const edge = Math.min(size.width, size.height)
  return variants
    .filter((variant) => variant.edge < edge)
    .map(({ name, edge: wanted, kbits }) => ({ name, kbits, ...within(size, wanted) }))
}

/** The copy that stands for a video that browsers do not play. */
export function playableCopy(size: Size): Encode {
  return { kbits: 5_000, ...within(size, 1080) }
}

/** The only copy of a clip, such as a teaser. */
export function clipCopy(size: Size): Encode {
  return { kbits: 1_500, ...within(size, 480) }
}

/** The longest video or sound, in milliseconds. A small file can tell of years, and all of its sound would be decoded. */
const LONGEST_MS = 12 * 3_600_000
const MEGABYTE = 1024 * 1024
/** The copies of one file, one after another, take less time than its job has. */
const ENCODING_MAX_MS = 3_600_000

export function isTooLong(durationMs: number | null): boolean {
  return durationMs !== null && durationMs > LONGEST_MS
}

/** Milliseconds of a processor that an encoding may take. */
export function encodingLimit(durationMs: number | null): number {
  return Math.min(Math.max(120_000, 8 * (durationMs ?? 0)), ENCODING_MAX_MS)
}

/** The most bytes of a copy with so many kilobits a second, of a file of `size` bytes. */
export function copyLimit({
  kbits,
  durationMs,
  size,
}: {
  kbits: number
  durationMs: number | null
  size: number
}): number {
  // Encoders go over their rate for a while, and a small file may tell of hours.
  const atRate = durationMs === null ? Infinity : 1.5 * kbits * (durationMs / 8)
  return Math.ceil(Math.min(atRate, 4 * size) + 8 * MEGABYTE)
}

/** Kilobits a second of a sound: twice those of its file, within what speech needs and what music needs. */
export function soundRate({ durationMs, size }: { durationMs: number | null; size: number }): number {
  const kbits = durationMs === null || durationMs === 0 ? SOUND_KBITS : (size * 8) / durationMs
  return Math.round(Math.min(Math.max(2 * kbits, 32), SOUND_KBITS))
}

/** The size with this shorter edge at most. */
function within(size: Size, edge: number): Size {
  return evenSize(size, Math.min(1, edge / Math.min(size.width, size.height)))
}

/** A size so many times as large. Encoders take even numbers. */
export function evenSize({ width, height }: Size, scale: number): Size {
  return { width: even(width * scale), height: even(height * scale) }
}

function even(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2))
}
