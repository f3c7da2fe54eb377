import { maxBytesOf } from '@vesper/sync/vesper/purposes.ts'
import type { App } from '../../../app.ts'
import { encodingLimit } from '../../../infra/files/processing/playable-copy.ts'
import { probe } from '../../../infra/files/processing/probe.ts'
import { findFfmpeg } from '../../../infra/files/processing/run-ffmpeg.ts'
import { mediaInput, runOnMedia } from '../../../infra/files/processing/run-on-media.ts'
import type { Media } from '../../../infra/files/processing/run-on-media.ts'
import { diskRoom } from '../../../infra/files/storage/disk-room.ts'
import type { Recording, Slice } from './entity.ts'
import { planFill } from './plan-fill.ts'
import { stitchFilter } from './stitch-filter.ts'

type Span = Pick<Slice, 'id' | 'beginMs' | 'endMs'>

/**
 * Puts slices into the holes of a recording; gives the path of the new file, in MP4. Null where nothing can be put in: no slice
 * can be read, or the server has no ffmpeg. Rejects as `runOnMedia`.
 */
export async function fillHoles(
  app: App,
  { path, durationMs, holes }: Pick<Recording, 'path' | 'durationMs' | 'holes'>,
  { slices, signal }: { slices: readonly Span[]; signal: AbortSignal },
): Promise<string | null> {
  const ffmpeg = await findFfmpeg(app.config)
  if (ffmpeg === null) return null
  const open = (source: string): Media => ({ ffmpeg, source, mimeType: 'video/webm', signal, room: diskRoom(app) })
  const parts = await readableOf(app, slices, open)
  const pieces = planFill(durationMs, holes, parts)
  if (pieces.every(({ from }) => from === null)) return null
  const whole = await probe(open(path))
  if (!whole.frame) return null
  const hasSound = [whole.audio !== null, ...parts.map((part) => part.hasSound)]
  const inputs = [path, ...parts.map((part) => part.path)].flatMap((source) => mediaInput(open(source)))
  const filter = ['-filter_complex', stitchFilter(pieces, { ...whole.frame, hasSound }), '-map', '[v]', '-map', '[a]']
  const target = app.storage.workPath()
  const lengthMs = pieces.reduce((sum, { beginMs, endMs }) => sum + endMs - beginMs, 0)
  await runOnMedia(open(path), {
    args: [...inputs, ...filter, ...ENCODING, `file:${target}`],
    limitMs: encodingLimit(lengthMs),
    output: { path: target, maxBytes: maxBytesOf('video') },
  })
  return target
}

/** As good as the recording: the video is made of it. */
const ENCODING = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-maxrate', '3000k', '-bufsize', '6000k'],
  ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k', '-map_metadata', '-1', '-fflags', '+bitexact'],
  ...['-movflags', '+faststart', '-f', 'mp4'],
]

type Part = Span & { path: string; hasSound: boolean }

/** The slices with their files; one that holds no picture is left out. */
async function readableOf(app: App, slices: readonly Span[], open: (source: string) => Media): Promise<Part[]> {
  const found: Part[] = []
  for (const slice of slices) {
    const path = await app.storage.pathOf(slice.id, 'original')
    if (path === null) continue
    const media = open(path)
    try {
      const { frame, audio } = await probe(media)
      if (frame) found.push({ ...slice, path, hasSound: audio !== null })
    } catch (error) {
      media.signal.throwIfAborted()
      app.log.warn({ err: error, slice: slice.id }, 'a slice of a recording cannot be read')
    }
  }
  return found
}
