import { open, rm } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { User } from '../../accounts/entity.ts'
import { PerformerDocument } from '../entity.ts'
import { readDocument } from './documents.ts'

/**
 * Writes a document of a creator into a new file, which no other user of the machine reads, and notes who looked. Refuses as
 * `not-found` a creator or a document that is not there, and as `conflict` a file that is there.
 */
export async function exportDocument(
  app: App,
  { username, kind, path }: { username: string; kind: PerformerDocument['kind']; path: string },
): Promise<void> {
  const em = app.orm.em.fork()
  const user = await em.findOne(User, { username: username.toLowerCase(), isPerformer: true })
  if (!user) throw new Refusal('not-found', `There is no creator "${username}".`)
  const document = await em.findOne(PerformerDocument, { userId: user.id, kind }, { orderBy: { createdAt: 'desc' } })
  if (!document) throw new Refusal('not-found', `${username} has sent no ${kind}.`)
  const bytes = await readDocument(app, document.id)
  if (!bytes) throw new Refusal('not-found', `The ${kind} of ${username} was removed after its review.`)
  // First the note: there is no look without it.
  await transact(app, null, async (tx) => {
    audit(tx, { action: 'creator.document', subjectId: user.id, after: { kind, documentId: document.id } })
  })
  const file = await openNew(path)
  try {
    for await (const chunk of bytes) await file.appendFile(chunk)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function openNew(path: string) {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Refusal('conflict', `${path} exists. Name a new file.`)
    }
    throw error
  }
}
