import { LockMode } from '@mikro-orm/core'
import type { App } from '../../../../app.ts'
import type { KeyHolder } from '../../../../infra/crypto/key-holder.ts'
import { fileKeyId, rewrapFile } from '../../../../infra/crypto/sealed-file.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { PerformerDocument } from '../entity.ts'
import { aboutOf } from './documents.ts'

/** Identity documents as what DETAILS_KEY is needed for. */
export const sealedDocuments: KeyHolder = {
  purpose: 'details',
  name: 'identity documents',
  left: async (app) => (await documentsOfOtherKeys(app)).length,
  async rewrap(app, signal) {
    let changed = 0
    for (const id of await documentsOfOtherKeys(app)) {
      signal.throwIfAborted()
      if (await rewrapDocument(app, id)) changed += 1
    }
    return changed
  },
}

/** The ids of documents that another key than the first has sealed. */
async function documentsOfOtherKeys(app: App): Promise<string[]> {
  const documents = await app.orm.em.fork().find(PerformerDocument, { removedAt: null }, { fields: ['id'] })
  const others: string[] = []
  for (const { id } of documents) {
    const document = await app.storage.openDocument(id)
    const keyId = document && (await fileKeyId(document))
    if (keyId !== null && keyId !== app.sealer.keyId) others.push(id)
  }
  return others
}

/** Under the lock of its row: a document that is removed meanwhile does not come back. False for one that no key opens. */
async function rewrapDocument(app: App, id: string): Promise<boolean> {
  return transact(app, null, async (tx) => {
    const where = { id, removedAt: null }
    const document = await tx.em.findOne(PerformerDocument, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const source = document && (await app.storage.documentPath(id))
    if (!source) return false
    const target = app.storage.workPath()
    try {
      await rewrapFile(app.sealer, { source, target, about: aboutOf(id) })
    } catch (error) {
      app.log.warn({ err: error, document: id }, 'an identity document cannot be opened with DETAILS_KEY')
      return false
    }
    await app.storage.putDocument(id, target)
    return true
  })
}
