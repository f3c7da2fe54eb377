import { createGate } from '../../concurrency/gate.ts'
import type { App } from '../../../context.ts'
import { transact } from '../../database/transaction.ts'
import { appState } from '../../app-state.ts'
import { completeVideo } from '../commands.ts'
import { File } from '../entity.ts'
import { makeRenditions } from './video-processing.ts'

// A video is stored with the status `processing` and then worked on, one at a time, to the status `ready` or `failed`.
// The row is the queue: what a stop or a crash leaves in `processing` is taken up by the next start.

const workOf = appState(() => ({
  ended: new AbortController(),
  unsettled: new Set<Promise<void>>(),
  gate: createGate(1),
}))

/** Processes a video in the background. Never throws; what fails ends in the status `failed`. */
export function processVideo(app: App, fileId: string): void {
  const work = workOf(app)
  const job = work.gate(() => processNow(app, fileId, work.ended.signal))
  work.unsettled.add(job)
  void job.finally(() => work.unsettled.delete(job))
}

/** Takes up the videos that an earlier run left in processing. */
export async function resumeVideos(app: App): Promise<void> {
  const waiting = await app.orm.em.fork().find(File, { type: 'video', status: 'processing' }, { fields: ['id'] })
  for (const { id } of waiting) processVideo(app, id)
}

/** Resolves when no video is in processing. */
export async function videosSettled(app: App): Promise<void> {
  const { unsettled } = workOf(app)
  while (unsettled.size > 0) await Promise.all(unsettled)
}

/** Stops processing before the app closes; what is unfinished is taken up by the next start. */
export async function stopVideos(app: App): Promise<void> {
  workOf(app).ended.abort()
  await videosSettled(app)
}

async function processNow(app: App, fileId: string, signal: AbortSignal): Promise<void> {
  try {
    const file = signal.aborted ? null : await app.orm.em.fork().findOne(File, { id: fileId, status: 'processing' })
    if (!file) return
    const result = await makeRenditions({ app, file, signal })
    if (signal.aborted) return
    await transact(app, null, (tx) => completeVideo(tx, fileId, result))
  } catch (error) {
    app.log.error({ err: error, fileId }, 'a video stays in processing until the next start')
  }
}
