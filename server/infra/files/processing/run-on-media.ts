import { createReadStream } from 'node:fs'
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

const demuxers: Record<VideoType | AudioType, string> = {
  ...{ 'video/mp4': 'mov', 'video/quicktime': 'mov', 'video/webm': 'matroska', 'video/matroska': 'matroska' },
  ...{ 'audio/mp4': 'mov', 'audio/mpeg': 'mp3', 'audio/aac': 'aac', 'audio/ogg': 'ogg', 'audio/wav': 'wav' },
  ...{ 'audio/flac': 'flac', 'audio/webm': 'matroska' },
}

/**
 * Arguments that open a file from `atMs` on. Strangers' files: only the given file is opened, by the demuxer of its detected
 * type, for a limited time. The size that the container tells is not the one that the decoder makes room for: that one has a
 * bound of its own.
 */
export function mediaInput(
  { source, mimeType }: Media,
  { verbosity = 'error', atMs = 0 }: { verbosity?: 'error' | 'info'; atMs?: number } = {},
): string[] {
  const seek = atMs > 0 ? ['-ss', String(atMs / 1000)] : []
  return [
    ...['-nostdin', '-hide_banner', '-v', verbosity, '-y', '-threads', '1', ...seek],
    ...['-max_pixels', String(MAX_PIXELS), '-protocol_whitelist', 'file,pipe'],
    ...['-f', demuxers[mimeType], '-i', `file:${source}`],
  ]
}

/** Runs ffmpeg where the disk has room for all that it may write. */
export async function runOnMedia(
  { ffmpeg, source, signal, room }: Media,
  given: Omit<FfmpegRun, 'signal'>,
): Promise<string> {
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
