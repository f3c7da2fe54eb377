import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isServiceThere } from '../../../testing/required-services.ts'
import { findFfmpeg } from '../processing/run-ffmpeg.ts'

const found = await findFfmpeg({ ffmpegPath: null, environment: 'test' })

/** The ffmpeg of this machine; null where it has none. */
export const realFfmpeg = isServiceThere('ffmpeg', found !== null) ? found : null

/** Has ffmpeg write a file, such as `clip.mp4`, and gives its bytes. */
export async function makeMedia(name: string, args: readonly string[]): Promise<Buffer> {
  if (realFfmpeg === null) throw new Error('There is no ffmpeg on this machine.')
  const path = join(mkdtempSync(join(tmpdir(), 'vesper-media-')), name)
  await promisify(execFile)(realFfmpeg, ['-nostdin', '-v', 'error', '-y', ...args, path])
  return readFileSync(path)
}

/** The samples of the sound that a player takes of a file: 16 bits, one channel. */
export async function readSamples(path: string): Promise<Int16Array> {
  const bytes = await makeMedia('samples.raw', ['-i', path, '-vn', '-ac', '1', '-f', 's16le'])
  return new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2))
}

type Clip = { name?: string; width?: number; height?: number; seconds?: number; codec?: readonly string[] }

/** A moving test picture with a tone. Its tags tell a place. */
export function makeClip({ name = 'clip.mp4', width = 1280, height = 720, seconds = 2, codec }: Clip): Promise<Buffer> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=10`]
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440']
  const encoder = codec ?? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  return makeMedia(name, [...picture, ...tone, '-t', String(seconds), ...encoder, ...TAGS])
}

/** A tone of `volume` of the loudest, from 0 to 1, then silence of the same length. Its tags tell a place. */
export function makeTone(name: string, given: { seconds: number; volume: number }): Promise<Buffer> {
  const { seconds, volume } = given
  const half = seconds / 2
  const wave = `aevalsrc='${volume}*sin(2*PI*440*t)*lt(t,${half})':s=44100:d=${seconds}`
  return makeMedia(name, ['-f', 'lavfi', '-i', wave, ...TAGS])
}

export const SECRET_PLACE = '+48.8577+002.2950/'

const TAGS = ['-metadata', `location=${SECRET_PLACE}`, '-metadata', `comment=${SECRET_PLACE}`]
