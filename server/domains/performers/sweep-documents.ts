import type { App } from '../../context.ts'
import { PerformerDocument } from './entity.ts'

const DAY_MS = 86_400_000

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
