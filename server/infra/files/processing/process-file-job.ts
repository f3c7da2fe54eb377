import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../database/transaction.ts'
import type { QueuedJob, RecurringJob } from '../../jobs/job.ts'
import { completeFile } from '../commands.ts'
import type { FileResult } from '../commands.ts'
import { File } from '../entity.ts'
import { processAudio } from './audio-processing.ts'
import { failureOf, isDoubtful } from './failed-file.ts'
import type { FileJob } from './file-progress.ts'
import { LongWork } from './long-work.ts'
import { makeCopies } from './make-copies.ts'
import { findFfmpeg } from './run-ffmpeg.ts'
import { makeOriginal } from './video-processing.ts'

//   upload ─→ files.process: seconds ─→ ready ─→ files.encode: the smaller copies, after all encodings
//                                  └─→ files.encode: the encoding of what takes minutes ─→ ready
//
// Each queue runs one file at a time in a process, so that a first look never waits for an encoding.

/** Smaller copies come after every encoding that a video waits for. */
const COPIES_TURN = 1_000
const payload = v.object({ fileId: v.string() })
const key = ({ fileId }: { fileId: string }) => fileId
// Enough for the server that has the bytes to take the job from one that has not.
const retries = 8

/** Makes a video or a sound ready, or failed. Work that takes minutes is left to `encodeFileJob`. */
export const processFileJob: QueuedJob<{ fileId: string }> = {
  ...{ kind: 'queued', name: 'files.process', payload, key, retries, timeoutSeconds: 3600 },
  // Each account has its line: its second file comes after the first of every other.
  turn: (em, { fileId }) =>
    countBefore(em, `f.type <> 'photo' and f.status = 'processing' and f.awaits is null`, fileId),
  unfinished: (app) => waiting(app, { type: { $in: ['video', 'audio'] }, status: 'processing', awaits: null }),
  async run(app, { fileId }, signal) {
    const job = await openJob(app, fileId, { signal, isPatient: false })
    if (job?.file.status === 'processing') await complete(job)
  },
}

/** Makes the encoding that a file waits for, or the smaller copies of a video that is ready. */
export const encodeFileJob: QueuedJob<{ fileId: string }> = {
  ...{ kind: 'queued', name: 'files.encode', payload, key, retries, timeoutSeconds: 12 * 3600 },
  async turn(em, { fileId }) {
    const [file] = await em.execute<{ awaits: string | null }[]>('select awaits from file where id = ?', [fileId])
    const awaits = file?.awaits ?? 'encoding'
    const before = await countBefore(em, `f.awaits = '${awaits}'`, fileId)
    return awaits === 'copies' ? COPIES_TURN + before : before
  },
  unfinished: (app) => waiting(app, { awaits: { $ne: null } }),
  async run(app, { fileId }, signal) {
    const job = await openJob(app, fileId, { signal, isPatient: true })
    if (job?.file.status === 'processing') await complete(job)
    else if (job?.file.awaits === 'copies') await counting(job, () => makeCopies(job))
  },
}

/** Enqueues files that wait and have no job: those of a server that was killed, or whose retries have ended. */
export const resumeProcessing: RecurringJob = {
  kind: 'recurring',
  name: 'files.resume',
  everySeconds: 300,
  async run(app) {
    await transact(app, null, async (tx) => {
      for (const job of [processFileJob, encodeFileJob]) {
        for (const one of (await job.unfinished?.(app)) ?? []) await app.jobs.enqueue(tx, job, one)
      }
    })
  },
}

type Em = App['orm']['em']

async function countBefore(em: Pick<Em, 'execute'>, condition: string, fileId: string): Promise<number> {
  const [before] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from file f join file mine on mine.id = ? and f.owner_id = mine.owner_id
      where ${condition} and (f.created_at, f.id) < (mine.created_at, mine.id)`,
    [fileId],
  )
  return before?.count ?? 0
}

async function waiting({ orm, storage }: App, where: object): Promise<{ fileId: string }[]> {
  const files = await orm.em.fork().find(File, where, { fields: ['id'] })
  const found: { fileId: string }[] = []
  for (const { id: fileId } of files) {
    // Without bytes here it is for another server, or for the demo, which makes rows before their bytes.
    const path = (await storage.pathOf(fileId, 'source')) ?? (await storage.pathOf(fileId, 'original'))
    if (path !== null) found.push({ fileId })
  }
  return found
}

async function openJob(
  app: App,
  fileId: string,
  given: Pick<FileJob, 'signal' | 'isPatient'>,
): Promise<FileJob | null> {
  const file = await app.orm.em.fork().findOne(File, { id: fileId, status: { $ne: 'failed' } })
  if (!file) return null
  const path = (await app.storage.pathOf(fileId, 'source')) ?? (await app.storage.pathOf(fileId, 'original'))
  if (path === null) throw new Error('The bytes of a file are not on the disk of this server.')
  return { app, file, ffmpeg: await findFfmpeg(app.config), ...given }
}

/** Ends the processing of a file, or hands it on. A fault of the server leaves it as it is. */
async function complete(job: FileJob): Promise<void> {
  const { app, file, signal } = job
  try {
    const result = await counting(job, () => make(job))
    signal.throwIfAborted()
    await transact(app, null, async (tx) => {
      await completeFile(tx, file.id, result)
      if (result.status === 'ready' && result.awaits) await app.jobs.enqueue(tx, encodeFileJob, { fileId: file.id })
    })
  } catch (error) {
    if (!(error instanceof LongWork)) throw error
    await transact(app, null, async (tx) => {
      await tx.em.execute(`update file set awaits = 'encoding' where id = ? and status = 'processing'`, [file.id])
      await app.jobs.enqueue(tx, encodeFileJob, { fileId: file.id })
    })
  }
}

/** Gives the verdict about a file at fault. Rejects with anything else. */
async function make(job: FileJob): Promise<FileResult> {
  const { app, file, signal } = job
  try {
    return file.type === 'audio' ? await processAudio(job) : await makeOriginal(job)
  } catch (error) {
    signal.throwIfAborted()
    const failure = failureOf(error, file)
    if (!failure) throw error
    app.log.info({ err: error, fileId: file.id, failure }, 'a file cannot be processed')
    return { status: 'failed', failure }
  }
}

/** Counts ends that the file may have caused. */
async function counting<Result>({ app, file, signal }: FileJob, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDoubtful(error) && !signal.aborted) {
      await app.orm.em.fork().execute('update file set doubts = doubts + 1 where id = ?', [file.id])
    }
    throw error
  }
}
