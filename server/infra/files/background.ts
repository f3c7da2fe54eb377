import type { App } from '../../context.ts'
import { sweepDocuments } from '../../domains/performers/sweep-documents.ts'
import { sweepFiles } from './sweep.ts'
import { resumeVideos, stopVideos } from './processing/video-queue.ts'

const SWEEP_EVERY_MS = 6 * 3_600_000

/**
 * Starts what files need in the background: videos left in processing, and the sweep, at once and every six hours. `stop`
 * ends it before the app closes.
 */
export function startFileWork(app: App): { stop: () => Promise<void> } {
  let running = resumeVideos(app).catch((error: unknown) => {
    app.log.error({ err: error }, 'videos left in processing could not be gone on with')
  })
  const turn = () => {
    running = running.then(() => sweep(app))
  }
  const timer = setInterval(turn, SWEEP_EVERY_MS)
  turn()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await stopVideos(app)
    },
  }
}

async function sweep(app: App): Promise<void> {
  try {
    const removed = (await sweepFiles(app)) + (await sweepDocuments(app))
    if (removed > 0) app.log.info({ removed }, 'files that nothing refers to were removed')
  } catch (error) {
    app.log.error({ err: error }, 'files that nothing refers to could not be removed')
  }
}
