import type { App } from '../context.ts'
import { sweepDocuments } from '../performers/sweep-documents.ts'
import { sweepFiles } from './sweep.ts'
import { resumeVideos, stopVideos } from './video-queue.ts'

/** Starts what files need in the background: videos left in processing, and the sweep. `stop` ends it before the app closes. */
export function startFileWork(app: App): { stop: () => Promise<void> } {
  const started = resumeVideos(app)
    .then(async () => (await sweepFiles(app)) + (await sweepDocuments(app)))
    .then((removed) => {
      if (removed > 0) app.log.info({ removed }, 'files that nothing refers to were removed')
    })
    .catch((error: unknown) => app.log.error({ err: error }, 'the work on files could not start'))
  return {
    stop: async () => {
      await started
      await stopVideos(app)
    },
  }
}
