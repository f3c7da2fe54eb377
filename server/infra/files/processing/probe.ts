import { decodeAudio } from './encode-media.ts'
import { requireVerdict } from './failed-file.ts'
import type { FileJob } from './file-progress.ts'
import { MAX_PIXELS } from './plain-structure.ts'
import { mediaInput, runOnMedia } from './run-on-media.ts'
import type { Media } from './run-on-media.ts'

export type Size = { width: number; height: number }

/**
 * The colours that a video tells of: those of ordinary screens since HD, and those by whose curves, PQ and HLG, it tells more light
 * than such a screen shows.
 */
const knownColours = ['smpte2084', 'arib-std-b67', 'bt709'] as const
export type Colours = (typeof knownColours)[number]

/**
 * The streams of a file, with the size of a frame as it is decoded. `stretched` is the size as it is displayed, where pixels
 * are not square, `sounds` the number of its sounds, and `audio` the codec of the first. `durationMs` is null where its
 * container does not tell.
 */
export type Probe = {
  durationMs: number | null
  video: string | null
  pixels: string | null
  frame: Size | null
  stretched: Size | null
  colours: Colours | null
  audio: string | null
  sounds: number
}

/** Milliseconds of a processor. */
const PROBE_LIMIT_MS = 30_000
/** The most sounds of a file that are tried. Phones record two: one for every player, and one of the room around. */
const SOUNDS_TRIED = 4

/** Reads what a file holds, and decodes nothing. */
export async function probe(media: Media): Promise<Probe> {
  const args = [...mediaInput(media, { verbosity: 'info' }), '-map', '0', '-c', 'copy', '-t', '0', '-f', 'null', '-']
  return readProbe(await runOnMedia(media, { args, limitMs: PROBE_LIMIT_MS }))
}

/** Reads ffmpeg's description of its input. */
export function readProbe(report: string): Probe {
  const [told = ''] = report.split('\nOutput #')
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/m.exec(told) ?? []
  const durationMs =
    seconds === undefined ? null : Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000)
  const streams = told.split(/^ +(?=Stream #)/m)
  const sounds = streams.flatMap((stream) => /^Stream #.*?: Audio: (\w+)/.exec(stream)?.[1] ?? [])
  const picture = readPicture(streams.find((stream) => /^Stream #.*?: Video: /.test(stream)) ?? '')
  return { durationMs, ...picture, audio: sounds[0] ?? null, sounds: sounds.length }
}

/** Reads the description of a video's stream. The notes below its line tell how it is turned. */
function readPicture(stream: string): Pick<Probe, 'video' | 'pixels' | 'frame' | 'stretched' | 'colours'> {
  const [line = ''] = stream.split('\n')
  const [, video = null, pixels = null] = /: Video: (\w+).*?, (\w+)(?:\(|, )/.exec(line) ?? []
  const [, width, height] = /: Video: .*?, (\d+)x(\d+)\b/.exec(line) ?? []
  const frame = width === undefined ? null : { width: Number(width), height: Number(height) }
  const colours = knownColours.find((name) => new RegExp(`\\b${name}\\b`).test(line)) ?? null
  return { video, pixels, frame, stretched: frame && stretchedSize(frame, stream), colours }
}

/** Null where pixels are square, or of a shape that leads to a size that no video has. */
function stretchedSize(frame: Size, stream: string): Size | null {
  const [, across = 1, down = 1] = (/\[?SAR (\d+):(\d+)/.exec(stream) ?? []).map(Number)
  if (across === down || across === 0 || down === 0) return null
  const width = Math.max(1, Math.round((frame.width * across) / down))
  if (width > MAX_EDGE || width * frame.height > MAX_PIXELS) return null
  const degrees = Number(/rotation of (-?[\d.]+) degrees/.exec(stream)?.[1] ?? 0)
  const isTurned = Math.round(Math.abs(degrees) / 90) % 2 === 1
  return isTurned ? { width: frame.height, height: width } : { width, height: frame.height }
}

/** The most pixels of a side, as `inspectVideo` has it. */
const MAX_EDGE = 16_384

/** The first of so many sounds of a file that can be decoded, counted from 0; null where none can. */
export async function findSound(job: FileJob, media: Media, sounds: number): Promise<number | null> {
  for (let sound = 0; sound < Math.min(sounds, SOUNDS_TRIED); sound += 1) {
    if (await canDecode(job, media, sound)) return sound
  }
  return null
}

async function canDecode(job: FileJob, media: Media, sound: number): Promise<boolean> {
  let isHeard = false
  try {
    const onSamples = ({ length }: Buffer) => (isHeard ||= length > 0)
    await decodeAudio(media, { sound, frames: 1, limitMs: PROBE_LIMIT_MS, onSamples })
  } catch (error) {
    requireVerdict(error, job)
  }
  return isHeard
}
