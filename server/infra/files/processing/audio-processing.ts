import { rm, stat } from 'node:fs/promises'
import type { AudioType } from '@vesper/sync/media/media-types.ts'
import type { FileResult } from '../commands.ts'
import { diskRoom } from '../storage/disk-room.ts'
import { cleanSound } from '../strip-metadata/inspect-video.ts'
import { decodeAudio, encodeAudio, PEAK_RATE } from './encode-media.ts'
import { FailedFile } from './failed-file.ts'
import { fileProgress } from './file-progress.ts'
import type { FileJob } from './file-progress.ts'
import { inTime, isLongSound, LongWork } from './long-work.ts'
import { copyLimit, encodingLimit, isTooLong, soundRate } from './playable-copy.ts'
import { findSound, probe } from './probe.ts'
import { createWaveform } from './waveform.ts'

type Ready = Extract<FileResult, { status: 'ready' }>

/** Makes the original of a sound, as AAC without tags, and reads its length and peaks. Throws for what is wrong with it. */
export async function processAudio(job: FileJob): Promise<Ready> {
  const { app, file, ffmpeg, signal } = job
  const source = await app.storage.pathOf(file.id, 'source')
  const stored = source === null ? await app.storage.pathOf(file.id, 'original') : null
  if (!ffmpeg) throw new Error('There is no ffmpeg to prepare a sound with.')
  const target = app.storage.workPath()
  try {
    if (source !== null) {
      const mimeType = file.mimeType as AudioType
      await cleanSound(source, mimeType, signal)
      const media = { ffmpeg, source, mimeType, signal, room: diskRoom(app) }
      const { durationMs, sounds } = await probe(media)
      if (sounds === 0) throw new FailedFile('unsupported')
      if (isTooLong(durationMs)) throw new FailedFile('too-long')
      if (!job.isPatient && isLongSound(durationMs)) throw new LongWork()
      const sound = await findSound(job, media, sounds)
      if (sound === null) throw new FailedFile('damaged')
      const { size } = await stat(source)
      const kbits = soundRate({ durationMs, size })
      const maxBytes = copyLimit({ kbits, durationMs, size })
      const encoding = { target, sound, kbits, maxBytes, durationMs, onPercent: fileProgress(app, file) }
      await inTime(job, durationMs, (limitMs) => encodeAudio(media, { ...encoding, limitMs }))
    }
    const waveform = createWaveform(PEAK_RATE)
    const media = { ffmpeg, source: stored ?? target, mimeType: 'audio/mp4', signal } as const
    // A file that the encoder has written is as long as it says.
    const { durationMs: length } = await probe(media)
    if (isTooLong(length)) throw new FailedFile('too-long')
    await decodeAudio(media, { limitMs: encodingLimit(length), onSamples: waveform.add })
    const { peaks, durationMs } = waveform.end()
    if (durationMs === 0) throw new FailedFile('damaged')
    if (source !== null) await app.storage.put(file.id, 'original', target)
    await app.storage.remove(file.id, 'source')
    const size = (await app.storage.open(file.id, 'original'))?.size ?? file.size
    return { status: 'ready', mimeType: 'audio/mp4', size, durationMs, waveform: peaks }
  } finally {
    await rm(target, { force: true })
  }
}
