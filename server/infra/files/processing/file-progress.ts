import type { App } from '../../../app.ts'
import type { File } from '../entity.ts'

/**
 * One file in work; `signal` ends the work, not the file. `ffmpeg` is null where there is none. `isPatient`: work that takes
 * minutes has its turn now.
 */
export type FileJob = { app: App; file: File; ffmpeg: string | null; signal: AbortSignal; isPatient: boolean }

const STEP_MS = 1_000

/** Tells the owner of a file how far it is. The row of the file has been written. */
export function announceFile(app: Pick<App, 'live'>, file: File): void {
  const { id: fileId, status, ownerId } = file
  const progress = status === 'processing' ? (file.progress ?? null) : null
  app.live.toUser(ownerId, 'file:status', { fileId, status, progress, failure: file.failure ?? null })
}

/**
 * Writes down the percent of the processing of a file, and tells its owner, at most once a second. It is written past the
 * change feed: synchronised rows do not show it.
 */
export function fileProgress(
  app: Pick<App, 'live' | 'orm' | 'log'>,
  file: File,
  stepMs = STEP_MS,
): (percent: number) => void {
  let [last, told] = [-Infinity, -1]
  return (percent) => {
    const now = performance.now()
    if (percent <= told || now - last < stepMs) return
    last = now
    told = percent
    announceFile(app, { ...file, progress: percent })
    app.orm.em
      .fork()
      .execute(`update file set progress = ? where id = ? and status = 'processing'`, [percent, file.id])
      .catch((error: unknown) => app.log.warn({ err: error, fileId: file.id }, 'progress was not written'))
  }
}
