import { rm, writeFile } from 'node:fs/promises'
import { runFfmpeg } from '../../infra/files/processing/run-ffmpeg.ts'
import { drawStill } from './draw-picture.ts'
import type { Sketch } from './draw-picture.ts'
import { drawSound } from './draw-sound.ts'
import type { Size } from './svg.ts'

/** A clip to draw: a still picture, larger than the clip, over which the camera moves. */
export type ClipSketch = Pick<Sketch, 'motif' | 'palette' | 'seed'> & { size: Size; seconds: number }

type Work = { ffmpeg: string; workPath: () => string; signal: AbortSignal }

const RATE = 24
const LIMIT_MS = 120_000
/** The still is so much larger than the clip. */
const LARGER = 1.35

/** Draws a clip with a sound below it as MP4; gives its path, which the caller removes or moves. */
export async function drawClip({ size, seconds, ...sketch }: ClipSketch, work: Work): Promise<string> {
  const [still, sound, target] = [work.workPath(), work.workPath(), work.workPath()]
  const { width, height } = size
  const whole = { width: Math.round(width * LARGER), height: Math.round(height * LARGER) }
  const frames = Math.round(seconds * RATE)
  const way = (room: string) => `(${room})*n/${frames}`
  const filter = [
    `loop=loop=${frames}:size=1:start=0,setpts=N/${RATE}/TB`,
    `crop=${width}:${height}:x='${way('iw-ow')}':y='${way('ih-oh')}'`,
    `fade=in:0:12,fade=out:${frames - 14}:14,format=yuv420p`,
  ].join()
  try {
    await drawStill({ ...sketch, ...whole }, still)
    await writeFile(sound, await drawSound(sketch.seed, seconds))
    const args = [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', '-threads', '1'],
      ...['-f', 'image2', '-c:v', 'mjpeg', '-i', `file:${still}`, '-f', 'wav', '-i', `file:${sound}`],
      ...['-vf', filter, '-r', String(RATE), '-t', String(seconds)],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '27', '-threads', '1', '-c:a', 'aac', '-b:a', '96k'],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
    ]
    await runFfmpeg(work.ffmpeg, { args, limitMs: LIMIT_MS, signal: work.signal })
    return target
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    for (const path of [still, sound]) await rm(path, { force: true })
  }
}
