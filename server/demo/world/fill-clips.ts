import { rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { transact } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'
import { processFileJob } from '../../infra/files/processing/process-file-job.ts'
import { drawClip } from '../art/draw-clip.ts'
import { drawSound } from '../art/draw-sound.ts'
import type { WorldClip } from './clips.ts'

type Pace = { ffmpeg: string; pauseMs: number; signal: AbortSignal }

/**
 * Makes those clips whose rows still wait for their bytes, one after another, and has the queue process each as it does
 * with uploads. Cut off at any moment, the next call goes on. Throws the reason of `signal` when it aborts.
 */
export async function fillClips(app: App, clips: readonly WorldClip[], { pauseMs, ...pace }: Pace): Promise<void> {
  for (const clip of await waitingOf(app, clips)) {
    // One that was made already waits in the queue, which a new start of the server fills from the rows.
    if (await isMade(app, clip)) continue
    await make(app, clip, pace)
    await transact(app, null, (tx) => app.jobs.enqueue(tx, processFileJob, { fileId: clip.id }))
    await delay(pauseMs, undefined, { signal: pace.signal })
  }
}

/** The same, and processes each at once: they are ready when it resolves. */
export async function completeClips(app: App, clips: readonly WorldClip[], { pauseMs, ...pace }: Pace): Promise<void> {
  for (const clip of await waitingOf(app, clips)) {
    if (!(await isMade(app, clip))) await make(app, clip, pace)
    await processFileJob.run(app, { fileId: clip.id }, pace.signal)
    await delay(pauseMs, undefined, { signal: pace.signal })
  }
}

async function waitingOf(app: App, clips: readonly WorldClip[]): Promise<WorldClip[]> {
  const among = { id: { $in: clips.map(({ id }) => id) }, status: 'processing' } as const
  const rows = await app.orm.em.fork().find(File, among, { fields: ['id'] })
  const ids = new Set(rows.map(({ id }) => id))
  return clips.filter(({ id }) => ids.has(id))
}

async function isMade({ storage }: App, { id }: WorldClip): Promise<boolean> {
  return ((await storage.pathOf(id, 'source')) ?? (await storage.pathOf(id, 'original'))) !== null
}

async function make(app: App, clip: WorldClip, pace: Omit<Pace, 'pauseMs'>): Promise<void> {
  pace.signal.throwIfAborted()
  const path = await drawn(app, clip, pace)
  try {
    await app.storage.put(clip.id, 'source', path)
  } finally {
    await rm(path, { force: true })
  }
}

async function drawn(app: App, clip: WorldClip, { ffmpeg, signal }: Omit<Pace, 'pauseMs'>): Promise<string> {
  const { workPath } = app.storage
  if (clip.type === 'video') return drawClip(clip, { ffmpeg, workPath, signal })
  const path = workPath()
  await writeFile(path, await drawSound(clip.seed, clip.seconds))
  return path
}
