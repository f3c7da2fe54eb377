import type { App } from '../../../../app.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { PerformerDocument } from '../entity.ts'

const DAY_MS = 86_400_000

export const sweepDocumentsJob: RecurringJob = {
  kind: 'recurring',
  name: 'performers.sweep-documents',
  everySeconds: 6 * 3600,
  async run(app) {
    const removed = await sweepDocuments(app)
    if (removed > 0) app.log.info({ removed }, 'unused identity documents were removed')
  },
}

/**
 * Removes identity documents that no row names: a crash between their bytes and their rows left them, and nobody could
 * ever ask for their removal. Gives how many went.
 */
export async function sweepDocuments(app: App): Promise<number> {
  // Bytes are there a moment before their row, under an id that is never used again.
  const before = new Date(Date.now() - DAY_MS)
  let removed = 0
  for await (const id of app.storage.documentIdsBefore(before)) {
    if ((await app.orm.em.fork().count(PerformerDocument, { id })) > 0) continue
    await app.storage.removeDocument(id)
    removed += 1
  }
  return removed
}
