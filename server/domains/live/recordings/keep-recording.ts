import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { findFfmpeg } from '../../../infra/files/processing/run-ffmpeg.ts'
import type { ClosedRoom } from '../../../infra/rtc/stream-engine.ts'
import { Stream } from '../streams/entity.ts'
import { holdRecording } from './commands.ts'
import { makeRecordingJob } from './make-recording-job.ts'
import { makeRecording } from './make-recording.ts'

type Recorded = { streamId: string } & NonNullable<ClosedRoom['recording']>

/** Keeps the recording that a closed room leaves. One whose holes a device may fill waits for that; any other is made a video now. */
export async function keepRecording(app: App, { streamId, ...recording }: Recorded): Promise<void> {
  const stream = await app.orm.em.fork().findOne(Stream, { id: streamId })
  if (!stream) return
  const path = await setAside(app, streamId, recording.path)
  const canFill = (await findFfmpeg(app.config)) !== null
  const { status } = await transact(app, null, (tx) => holdRecording(tx, stream, { ...recording, path, canFill }))
  if (status !== 'making') return
  try {
    await makeRecording(app, streamId, new AbortController().signal)
  } catch (error) {
    app.log.warn({ err: error, stream: streamId }, 'the recording of a stream is kept later')
    await transact(app, null, (tx) => app.jobs.enqueue(tx, makeRecordingJob, { streamId }))
  }
}

/** Moves it away from what is swept after a day. A file of another volume stays where it is. */
async function setAside({ config }: App, streamId: string, path: string): Promise<string> {
  const folder = join(config.dataDir, 'recordings')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const target = join(folder, `${streamId}.webm`)
  return rename(path, target).then(
    () => target,
    () => path,
  )
}
