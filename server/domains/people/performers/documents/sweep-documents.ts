import { copyFile, rm } from 'node:fs/promises'
import type { App } from '../../../../app.ts'
import { isSealedFile } from '../../../../infra/crypto/sealed-file.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { workThrough } from '../../../../infra/jobs/work-through.ts'
import { PerformerDocument } from '../entity.ts'
import { cleanDocument, sealDocument } from './documents.ts'

const DAY_MS = 86_400_000
const BATCH = 100

export const sweepDocumentsJob: RecurringJob = {
  kind: 'recurring',
  name: 'performers.sweep-documents',
  everySeconds: 6 * 3600,
  async run(app, signal) {
    const removed = (await sweepDocuments(app)) + (await endRetention(app))
    if (removed > 0) app.log.info({ removed }, 'identity documents were removed')
    await sealOpenDocuments(app, signal)
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

/** Removes the bytes of documents whose review ended `DOCUMENT_DAYS` ago. The rows stay: they tell that there was a review. */
export async function endRetention(app: App): Promise<number> {
  const before = new Date(app.clock().getTime() - app.config.documentDays * DAY_MS)
  const due = { status: { $ne: 'submitted' }, removedAt: null, decidedAt: { $lte: before } } as const
  let removed = 0
  for (;;) {
    const ids = await transact(app, null, async (tx) => {
      const documents = await tx.em.find(PerformerDocument, due, { limit: BATCH })
      for (const document of documents) document.removedAt = tx.now
      const ids = documents.map(({ id }) => id)
      // First the bytes: a row that says so has none. The same run goes over them again after a crash.
      for (const id of ids) await tx.app.storage.removeDocument(id)
      return ids
    })
    removed += ids.length
    if (ids.length < BATCH) return removed
  }
}

/** Cleans and seals documents that an earlier version kept in the clear. */
export async function sealOpenDocuments(app: App, signal: AbortSignal): Promise<void> {
  const documents = await app.orm.em.fork().find(PerformerDocument, { removedAt: null })
  const work = async ({ id, userId, mimeType }: PerformerDocument) => {
    const stored = await app.storage.openDocument(id)
    if (!stored || (await isSealedFile(stored))) return
    const path = await app.storage.documentPath(id)
    if (path === null) return
    const copy = app.storage.workPath()
    try {
      await copyFile(path, copy)
      const cleaned = await cleanDocument(app, { path: copy, mimeType }, userId)
      await sealDocument(app, id, copy)
      await transact(app, null, (tx) => tx.em.nativeUpdate(PerformerDocument, { id }, cleaned))
    } finally {
      await rm(copy, { force: true })
    }
  }
  await workThrough(app, documents, { work, signal })
}
