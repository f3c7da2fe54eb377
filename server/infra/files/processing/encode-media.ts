import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { VideoType } from '@vesper/sync/media/media-types.ts'
import type { Size, Colours } from './probe.ts'
import { canToneMap } from './run-ffmpeg.ts'
import { mediaInput, runOnMedia } from './run-on-media.ts'
import type { Media } from './run-on-media.ts'

// Milliseconds of a processor.
/** An ordinary video takes a second. The queue waits meanwhile, and a video without a poster is still a video. */
const FRAME_LIMIT_MS = 15_000
const REMUX_LIMIT_MS = 120_000
const MEGABYTE = 1024 * 1024
/** A frame of 1280 × 1280 pixels has less. */
const FRAME_MAX_BYTES = 8 * MEGABYTE
/** Samples a second of the sound that its peaks are read from. */
export const PEAK_RATE = 8_000

const nothingElse = ['-map_metadata', '-1', '-map_metadata:s:v', '-1', '-map_chapters', '-1', '-dn', '-sn']
/** Neither the name of the encoder nor a time goes into the file. */
const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
const sound = (kbits: number) => ['-af', 'aformat=channel_layouts=mono|stereo', '-c:a', 'aac', '-b:a', `${kbits}k`]
/** The sound of a video, and the most of a sound alone. */
export const SOUND_KBITS = 128
const THREADS = String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** Copies picture and sound into a new file that starts to play before it is there whole. Gives the type it has then. */
export async function remux(media: Media & { mimeType: VideoType }, target: string): Promise<VideoType> {
  const [format, result] = targets[media.mimeType]
  const streams = ['-map', '0:V:0', '-map', '0:a?', '-c', 'copy', ...nothingElse, '-fflags', '+bitexact']
  const args = [...mediaInput(media), ...streams, '-movflags', '+faststart', '-f', format, `file:${target}`]
  // Only its index is new.
  const maxBytes = Math.ceil(1.1 * (await stat(media.source)).size) + MEGABYTE
  await runOnMedia(media, { args, limitMs: REMUX_LIMIT_MS, output: { path: target, maxBytes } })
  return result
}

const targets: Record<VideoType, readonly [format: string, mimeType: VideoType]> = {
  'video/mp4': ['mp4', 'video/mp4'],
  'video/quicktime': ['mp4', 'video/mp4'],
  'video/webm': ['webm', 'video/webm'],
  'video/matroska': ['matroska', 'video/matroska'],
}

/** A frame to look for: from when on, and in what size, of even numbers. */
export type WantedFrame = Size & { colours: Colours | null; atMs?: number; limitMs?: number }

/**
 * Writes the most typical of 24 frames of a video as a picture. Gives false where it has none from `atMs` on. Rejects when it
 * takes longer than `limitMs`.
 */
export async function grabFrame(media: Media, target: string, wanted: WantedFrame): Promise<boolean> {
  const { atMs = 0, limitMs = FRAME_LIMIT_MS } = wanted
  const filter = `${await pictureFilter(media, wanted)},thumbnail=24`
  const output = ['-map', '0:V:0', '-vf', filter, '-frames:v', '1', '-f', 'image2', '-c:v', 'png', `file:${target}`]
  const args = [...mediaInput(media, { atMs }), ...output]
  await runOnMedia(media, { args, limitMs, output: { path: target, maxBytes: FRAME_MAX_BYTES } })
  return (await stat(target).catch(() => null)) !== null
}

/** How an encoding goes: `limitMs` and `maxBytes` at most, and `onPercent` hears how much of `durationMs` is done. */
export type Encoding = {
  target: string
  limitMs: number
  maxBytes: number
  durationMs: number | null
  onPercent?: ((percent: number) => void) | undefined
}
/** The sound to take, counted from 0; null for none. */
type Sound = { sound: number | null }

/** Writes a video as an MP4 of H.264 and AAC that every browser plays, in this size. */
export async function encodeVideo(
  media: Media,
  { width, height, colours, sound: taken, ...encoding }: VideoEncoding,
): Promise<void> {
  const { kbits } = encoding
  const picture = [
    ...['-vf', await pictureFilter(media, { width, height, colours }), '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-crf', '23', '-maxrate', `${kbits}k`, '-bufsize', `${2 * kbits}k`, '-pix_fmt', 'yuv420p', '-threads', THREADS],
  ]
  // A copy that does not tell its colours is taken for one of the colours of its size.
  const told =
    colours === null ? [] : ['colorspace', 'color_primaries', 'color_trc'].flatMap((name) => [`-${name}`, 'bt709'])
  const heard = taken === null ? [] : ['-map', `0:a:${taken}`]
  const streams = ['-map', '0:V:0', ...heard, ...nothingElse, ...exact]
  await encode(
    media,
    [...streams, ...picture, ...told, ...sound(SOUND_KBITS), '-movflags', '+faststart', '-f', 'mp4'],
    encoding,
  )
}

export type VideoEncoding = Encoding & Size & Sound & { kbits: number; colours: Colours | null }

/** Writes a sound as AAC in an MP4, without its tags and its cover. */
export async function encodeAudio(
  media: Media,
  { kbits, sound: taken, ...encoding }: Encoding & { kbits: number; sound: number },
): Promise<void> {
  const streams = ['-map', `0:a:${taken}`, '-vn', ...nothingElse, ...exact]
  await encode(media, [...streams, ...sound(kbits), '-movflags', '+faststart', '-f', 'mp4'], encoding)
}

/**
 * Fits frames into a size of square pixels, and wide colours into those of an ordinary screen: white of 203 cd/m², as BT.2408
 * has it for text and faces, stays about as bright, and light above is compressed. A program without the filters for that
 * shows such a video pale.
 */
async function pictureFilter({ ffmpeg }: Media, given: Size & { colours: Colours | null }): Promise<string> {
  const { width, height, colours } = given
  const fitted = `scale=${width}:${height},setsar=1`
  if (colours === null || colours === 'bt709' || !(await canToneMap(ffmpeg))) return fitted
  return [
    ...[fitted, `zscale=transferin=${colours}:primariesin=bt2020:matrixin=bt2020nc:transfer=linear:npl=203`],
    ...['format=gbrpf32le', 'zscale=primaries=bt709', 'tonemap=mobius:param=0.5:peak=5:desat=0'],
    ...['zscale=transfer=bt709:matrix=bt709:range=limited', 'format=yuv420p'],
  ].join(',')
}

async function encode(media: Media, output: readonly string[], encoding: Encoding): Promise<void> {
  const { target, limitMs, maxBytes, durationMs, onPercent } = encoding
  const args = [...mediaInput(media), ...output, '-progress', 'pipe:1', '-nostats', `file:${target}`]
  const onOutput = (bytes: Buffer) => {
    const micros = Number(/out_time_us=(\d+)/.exec(bytes.toString())?.[1] ?? 0)
    if (durationMs !== null && durationMs > 0) onPercent?.(Math.min(100, Math.floor(micros / 10 / durationMs)))
  }
  await runOnMedia(media, { args, limitMs, output: { path: target, maxBytes }, onOutput })
}

/** The part of a file to decode: one of its sounds, counted from 0, and all frames unless told. */
export type Decoding = { sound?: number; frames?: number; limitMs: number; onSamples: (bytes: Buffer) => void }

/** Hands over a sound as samples of 16 bits, one channel, `PEAK_RATE` a second. */
export async function decodeAudio(
  media: Media,
  { sound: taken = 0, frames, limitMs, onSamples }: Decoding,
): Promise<void> {
  const part = frames === undefined ? [] : ['-frames:a', String(frames)]
  const output = ['-map', `0:a:${taken}`, '-vn', ...part, '-ac', '1', '-ar', String(PEAK_RATE), '-f', 's16le', 'pipe:1']
  await runOnMedia(media, { args: [...mediaInput(media), ...output], limitMs, onOutput: onSamples })
}
