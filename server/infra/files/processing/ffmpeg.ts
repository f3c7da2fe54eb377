import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MAX_PIXELS } from './picture-bounds.ts'
import type { VideoType } from '@vesper/sync/media/media-types.ts'

const run = promisify(execFile)
const found = new Map<string, Promise<boolean>>()

// Strangers' files: only the given file is opened, by the demuxer of its detected type, for a limited time. The size that
// the container tells is not the one that the decoder makes room for: that one has a bound of its own.
const input = (source: string, mimeType: VideoType): string[] => [
  ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-threads', '1'],
  ...['-max_pixels', String(MAX_PIXELS), '-protocol_whitelist', 'file,pipe'],
  ...['-f', mimeType === 'video/webm' || mimeType === 'video/matroska' ? 'matroska' : 'mov', '-i', `file:${source}`],
]
const nothingElse = ['-map_metadata', '-1', '-map_metadata:s:v', '-1', '-map_chapters', '-1', '-dn', '-sn']

/** The program to work videos with: the configured one, else `ffmpeg` of the search path. Null when there is none. */
export async function findFfmpeg(configured: string | null): Promise<string | null> {
  const program = configured ?? 'ffmpeg'
  const works = found.get(program) ?? run(program, ['-version'], { timeout: 10_000 }).then(asTrue, asFalse)
  found.set(program, works)
  return (await works) ? program : null
}

/** Copies picture and sound into a new file that starts to play before it is there whole. Gives the type it has then. */
export async function remux(
  ffmpeg: string,
  { source, target, mimeType }: { source: string; target: string; mimeType: VideoType },
  signal: AbortSignal,
): Promise<VideoType> {
  const [format, result] = targets[mimeType]
  const streams = ['-map', '0:V:0', '-map', '0:a?', '-c', 'copy', ...nothingElse, '-fflags', '+bitexact']
  const output = ['-movflags', '+faststart', '-f', format, `file:${target}`]
  await run(ffmpeg, [...input(source, mimeType), ...streams, ...output], {
    timeout: 120_000,
    killSignal: 'SIGKILL',
    signal,
  })
  return result
}

/** An ordinary video takes a second. The queue waits meanwhile, and a video without a poster is still a video. */
const FRAME_LIMIT_MS = 15_000

/**
 * Writes the most typical of the first 24 frames of a video as a picture of at most 960 pixels. Rejects when it takes
 * longer than `limitMs`.
 */
export async function grabFrame(
  ffmpeg: string,
  {
    source,
    target,
    mimeType,
    limitMs = FRAME_LIMIT_MS,
  }: { source: string; target: string; mimeType: VideoType; limitMs?: number },
  signal: AbortSignal,
): Promise<void> {
  const filter = "scale='min(960,iw)':'min(960,ih)':force_original_aspect_ratio=decrease,thumbnail=24"
  const output = ['-map', '0:V:0', '-vf', filter, '-frames:v', '1', '-f', 'image2', '-c:v', 'png', `file:${target}`]
  await run(ffmpeg, [...input(source, mimeType), ...output], { timeout: limitMs, killSignal: 'SIGKILL', signal })
}

const targets: Record<VideoType, readonly [format: string, mimeType: VideoType]> = {
  'video/mp4': ['mp4', 'video/mp4'],
  'video/quicktime': ['mp4', 'video/mp4'],
  'video/webm': ['webm', 'video/webm'],
  'video/matroska': ['matroska', 'video/matroska'],
}

function asTrue(): boolean {
  return true
}

function asFalse(): boolean {
  return false
}
