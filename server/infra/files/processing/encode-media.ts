import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { AudioType, VideoType } from '@vesper/sync/media/media-types.ts'
import { MAX_PIXELS } from './plain-structure.ts'
import { FfmpegFault, runFfmpeg } from './run-ffmpeg.ts'
import type { FfmpegRun } from './run-ffmpeg.ts'

/** A file to read, and the program and the signal of the work on it. `room`: the bytes that may be written, if they are bounded. */
export type Media = {
  ffmpeg: string
  source: string
  mimeType: VideoType | AudioType
  signal: AbortSignal
  room?: () => Promise<number>
}

/** The streams of a file, with the size of a frame as it is decoded. `durationMs` is null where its container does not tell. */
export type Probe = {
  durationMs: number | null
  video: string | null
  pixels: string | null
  frame: Size | null
  audio: string | null
}

export type Size = { width: number; height: number }

// Milliseconds of a processor.
/** An ordinary video takes a second. The queue waits meanwhile, and a video without a poster is still a video. */
const FRAME_LIMIT_MS = 15_000
const PROBE_LIMIT_MS = 30_000
const REMUX_LIMIT_MS = 120_000
const MEGABYTE = 1024 * 1024
/** A frame of 1280 × 1280 pixels has less. */
const FRAME_MAX_BYTES = 8 * MEGABYTE
/** Samples a second of the sound that its peaks are read from. */
export const PEAK_RATE = 8_000

const demuxers: Record<VideoType | AudioType, string> = {
  ...{ 'video/mp4': 'mov', 'video/quicktime': 'mov', 'video/webm': 'matroska', 'video/matroska': 'matroska' },
  ...{ 'audio/mp4': 'mov', 'audio/mpeg': 'mp3', 'audio/aac': 'aac', 'audio/ogg': 'ogg', 'audio/wav': 'wav' },
  ...{ 'audio/flac': 'flac', 'audio/webm': 'matroska' },
}

// Strangers' files: only the given file is opened, by the demuxer of its detected type, for a limited time. The size that
// the container tells is not the one that the decoder makes room for: that one has a bound of its own.
function input({ source, mimeType }: Media, verbosity: 'error' | 'info' = 'error'): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', verbosity, '-y', '-threads', '1'],
    ...['-max_pixels', String(MAX_PIXELS), '-protocol_whitelist', 'file,pipe'],
    ...['-f', demuxers[mimeType], '-i', `file:${source}`],
  ]
}

const nothingElse = ['-map_metadata', '-1', '-map_metadata:s:v', '-1', '-map_chapters', '-1', '-dn', '-sn']
/** Neither the name of the encoder nor a time goes into the file. */
const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
const sound = (kbits: number) => ['-af', 'aformat=channel_layouts=mono|stereo', '-c:a', 'aac', '-b:a', `${kbits}k`]
/** The sound of a video, and the most of a sound alone. */
export const SOUND_KBITS = 128
const THREADS = String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** Reads what a file holds, and decodes nothing. */
export async function probe(media: Media): Promise<Probe> {
  const args = [...input(media, 'info'), '-map', '0', '-c', 'copy', '-t', '0', '-f', 'null', '-']
  return readProbe(await run(media, { args, limitMs: PROBE_LIMIT_MS }))
}

/** Reads ffmpeg's description of its input. */
export function readProbe(report: string): Probe {
  const [told = ''] = report.split('\nOutput #')
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/m.exec(told) ?? []
  const [, video = null, pixels = null] = /^ +Stream #.*: Video: (\w+).*?, (\w+)(?:\(|, )/m.exec(told) ?? []
  const [, width, height] = /^ +Stream #.*: Video: .*?, (\d+)x(\d+)\b/m.exec(told) ?? []
  const frame = width === undefined ? null : { width: Number(width), height: Number(height) }
  const [, audio = null] = /^ +Stream #.*: Audio: (\w+)/m.exec(told) ?? []
  const durationMs =
    seconds === undefined ? null : Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000)
  return { durationMs, video, pixels, frame, audio }
}

/** Copies picture and sound into a new file that starts to play before it is there whole. Gives the type it has then. */
export async function remux(media: Media & { mimeType: VideoType }, target: string): Promise<VideoType> {
  const [format, result] = targets[media.mimeType]
  const streams = ['-map', '0:V:0', '-map', '0:a?', '-c', 'copy', ...nothingElse, '-fflags', '+bitexact']
  const args = [...input(media), ...streams, '-movflags', '+faststart', '-f', format, `file:${target}`]
  // Only its index is new.
  const maxBytes = Math.ceil(1.1 * (await stat(media.source)).size) + MEGABYTE
  await run(media, { args, limitMs: REMUX_LIMIT_MS, output: { path: target, maxBytes } })
  return result
}

/**
 * Writes the most typical of the first 24 frames of a video as a picture of at most 1280 pixels. Rejects when it takes
 * longer than `limitMs`.
 */
export async function grabFrame(media: Media, target: string, limitMs = FRAME_LIMIT_MS): Promise<void> {
  const filter = "scale='min(1280,iw)':'min(1280,ih)':force_original_aspect_ratio=decrease,thumbnail=24"
  const output = ['-map', '0:V:0', '-vf', filter, '-frames:v', '1', '-f', 'image2', '-c:v', 'png', `file:${target}`]
  const args = [...input(media), ...output]
  await run(media, { args, limitMs, output: { path: target, maxBytes: FRAME_MAX_BYTES } })
}

/** How an encoding goes: `limitMs` and `maxBytes` at most, and `onPercent` hears how much of `durationMs` is done. */
export type Encoding = {
  target: string
  limitMs: number
  maxBytes: number
  durationMs: number | null
  onPercent?: ((percent: number) => void) | undefined
}

/** Writes a video as an MP4 of H.264 and AAC that every browser plays, in this size. */
export async function encodeVideo(
  media: Media,
  { width, height, ...encoding }: Encoding & Size & { kbits: number },
): Promise<void> {
  const { kbits } = encoding
  const picture = [
    ...['-vf', `scale=${width}:${height},setsar=1`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'],
    ...['-maxrate', `${kbits}k`, '-bufsize', `${2 * kbits}k`, '-pix_fmt', 'yuv420p', '-threads', THREADS],
  ]
  const streams = ['-map', '0:V:0', '-map', '0:a:0?', ...nothingElse, ...exact]
  await encode(media, [...streams, ...picture, ...sound(SOUND_KBITS), '-movflags', '+faststart', '-f', 'mp4'], encoding)
}

/** Writes a sound as AAC in an MP4, without its tags and its cover. */
export async function encodeAudio(media: Media, { kbits, ...encoding }: Encoding & { kbits: number }): Promise<void> {
  const streams = ['-map', '0:a:0', '-vn', ...nothingElse, ...exact]
  await encode(media, [...streams, ...sound(kbits), '-movflags', '+faststart', '-f', 'mp4'], encoding)
}

async function encode(media: Media, output: readonly string[], encoding: Encoding): Promise<void> {
  const { target, limitMs, maxBytes, durationMs, onPercent } = encoding
  const args = [...input(media), ...output, '-progress', 'pipe:1', '-nostats', `file:${target}`]
  const onOutput = (bytes: Buffer) => {
    const micros = Number(/out_time_us=(\d+)/.exec(bytes.toString())?.[1] ?? 0)
    if (durationMs !== null && durationMs > 0) onPercent?.(Math.min(100, Math.floor(micros / 10 / durationMs)))
  }
  await run(media, { args, limitMs, output: { path: target, maxBytes }, onOutput })
}

/** Hands over a sound as samples of 16 bits, one channel, `PEAK_RATE` a second. */
export async function decodeAudio(media: Media, limitMs: number, onSamples: (bytes: Buffer) => void): Promise<void> {
  const output = ['-map', '0:a:0', '-vn', '-ac', '1', '-ar', String(PEAK_RATE), '-f', 's16le', 'pipe:1']
  await run(media, { args: [...input(media), ...output], limitMs, onOutput: onSamples })
}

/** Runs ffmpeg where the disk has room for all that it may write. */
async function run({ ffmpeg, source, signal, room }: Media, given: Omit<FfmpegRun, 'signal'>): Promise<string> {
  const { output } = given
  if (output && room && (await room()) < output.maxBytes) {
    throw new FfmpegFault('machine', `the disk has no room for ${output.maxBytes} bytes`)
  }
  try {
    return await runFfmpeg(ffmpeg, { ...given, signal })
  } catch (error) {
    // ffmpeg calls much an error of input or output. A disk at fault does not give the bytes of the source.
    const isOfDisk = error instanceof FfmpegFault && /Input\/output error/i.test(error.message)
    if (!isOfDisk || (await canRead(source))) throw error
    throw new FfmpegFault('machine', error.message)
  }
}

async function canRead(path: string): Promise<boolean> {
  try {
    for await (const _bytes of createReadStream(path));
    return true
  } catch {
    return false
  }
}

const targets: Record<VideoType, readonly [format: string, mimeType: VideoType]> = {
  'video/mp4': ['mp4', 'video/mp4'],
  'video/quicktime': ['mp4', 'video/mp4'],
  'video/webm': ['webm', 'video/webm'],
  'video/matroska': ['matroska', 'video/matroska'],
}
