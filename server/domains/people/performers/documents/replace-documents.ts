import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Performer, PerformerDocument } from '../entity.ts'
import { recordDocuments } from './documents.ts'
import type { IdentityDocument } from './documents.ts'

/**
 * Puts these documents in the place of those of the same kinds; the review of the account begins again. Refuses as
 * `forbidden` a fan, as `conflict` an account that is approved. The bytes of the others go after the commit.
 */
export async function replaceDocuments(tx: Tx, documents: readonly IdentityDocument[]): Promise<void> {
  const { userId } = requireActor(tx)
  // The lock of a review: it looks at the documents before, or at those that are there now.
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const performer = await tx.em.findOne(Performer, { userId }, { lockMode, refresh: true })
  if (!performer) throw new Refusal('forbidden', 'Only creators send documents.')
  if (performer.verification === 'approved') {
    throw new Refusal('conflict', 'Your documents are approved already. Contact support to change them.')
  }
  const kind = { $in: documents.map((document) => document.kind) }
  const replaced = await tx.em.find(PerformerDocument, { userId, kind })
  for (const document of replaced) tx.em.remove(document)
  recordDocuments(tx, userId, documents)
  tx.em.assign(performer, { verification: 'submitted', rejectionReason: null, updatedAt: tx.now })
  await tx.em.flush()
  tx.afterCommit(async () => {
    for (const { id } of replaced) await tx.app.storage.removeDocument(id)
  })
}
