import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../database/transaction.ts'
import type { QueuedJob, RecurringJob } from '../../jobs/job.ts'
import { completeFile } from '../commands.ts'
import type { FileResult } from '../commands.ts'
import { File } from '../entity.ts'
import { processAudio } from './audio-processing.ts'
import { failureOf } from './failed-file.ts'
import type { FileJob } from './file-progress.ts'
import { findFfmpeg } from './run-ffmpeg.ts'
import { makeOriginal, makeVariants } from './video-processing.ts'

/**
 * Processes one video or sound from the status `processing` to `ready` or `failed`, and makes the smaller copies of a
 * video that is ready. Each process runs one at a time, because one takes a whole core.
 */
export const processFileJob: QueuedJob<{ fileId: string }> = {
  kind: 'queued',
  name: 'files.process',
  payload: v.object({ fileId: v.string() }),
  key: ({ fileId }) => fileId,
  // Each account has its line: its second file comes after the first of every other.
  async turn(em, { fileId }) {
    const [before] = await em.execute<{ count: number }[]>(
      `select count(*)::int as count from file f join file mine on mine.id = ? and f.owner_id = mine.owner_id
        where f.type <> 'photo' and f.status = 'processing' and (f.created_at, f.id) < (mine.created_at, mine.id)`,
      [fileId],
    )
    return before?.count ?? 0
  },
  timeoutSeconds: 6 * 3600,
  // Enough for the server that has the bytes to take the job from one that has not.
  retries: 8,
  unfinished,
  async run(app, { fileId }, signal) {
    const file = await app.orm.em.fork().findOne(File, { id: fileId, status: { $ne: 'failed' } })
    if (!file) return
    const path = (await app.storage.pathOf(fileId, 'source')) ?? (await app.storage.pathOf(fileId, 'original'))
    if (path === null) throw new Error('The bytes of a file are not on the disk of this server.')
    const job: FileJob = { app, file, ffmpeg: await findFfmpeg(app.config), signal }
    const result = file.status === 'ready' ? readyAgain(file) : await make(job)
    signal.throwIfAborted()
    if (file.status === 'processing') await transact(app, null, (tx) => completeFile(tx, fileId, result))
    if (file.type === 'video' && result.status === 'ready') await makeVariants(job, result)
  },
}

/** Enqueues files that wait for their processing and have no job: a server that was killed, or retries that ended. */
export const resumeProcessing: RecurringJob = {
  kind: 'recurring',
  name: 'files.resume',
  everySeconds: 300,
  async run(app) {
    await transact(app, null, async (tx) => {
      for (const payload of await unfinished(app)) await app.jobs.enqueue(tx, processFileJob, payload)
    })
  },
}

async function unfinished({ orm, storage }: Pick<App, 'orm' | 'storage'>): Promise<{ fileId: string }[]> {
  const where = { type: { $in: ['video', 'audio'] }, status: 'processing' } as const
  const files = await orm.em.fork().find(File, where, { fields: ['id'] })
  const waiting: { fileId: string }[] = []
  for (const { id: fileId } of files) {
    // Without bytes here it is for another server, or for the demo, which makes rows before their bytes.
    const path = (await storage.pathOf(fileId, 'source')) ?? (await storage.pathOf(fileId, 'original'))
    if (path !== null) waiting.push({ fileId })
  }
  return waiting
}

/** Never throws for what is wrong with the file. */
async function make(job: FileJob): Promise<FileResult> {
  const { app, file, signal } = job
  try {
    return file.type === 'audio' ? await processAudio(job) : await makeOriginal(job)
  } catch (error) {
    signal.throwIfAborted()
    const failure = failureOf(error)
    const log = { err: error, fileId: file.id, failure }
    if (failure === null) app.log.error(log, 'processing a file failed')
    else app.log.info(log, 'a file cannot be processed')
    return { status: 'failed', failure: failure ?? 'damaged' }
  }
}

/** A run that was cut short after the file was ready: its smaller copies are made again. */
function readyAgain({ mimeType, size, width, height, durationMs, placeholder, ...file }: File): FileResult {
  const { hasThumbnail, hasPoster } = file
  const picture = { width, height, durationMs, placeholder, hasThumbnail, hasPoster }
  return { status: 'ready', mimeType, size, ...picture }
}
