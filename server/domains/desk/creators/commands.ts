import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CreatorReview } from '@vesper/sync/vesper/api/desk-creators.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Performer, PerformerDocument } from '../../people/performers/entity.ts'
import { approveCreator, rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { versionOf } from './queries.ts'

/**
 * Decides on a creator's application as it was looked at; the creator hears of it by mail. The same decision again changes
 * nothing. Refusals: `not-found`; `forbidden` for the own account; `conflict` where the documents are others by now.
 */
export async function reviewCreator(tx: Tx, userId: string, review: CreatorReview): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const performer = await tx.em.findOne(Performer, { userId }, { lockMode })
  if (!performer) throw new Refusal('not-found', 'There is no such creator.')
  if (userId === requireActor(tx).userId)
    throw new Refusal('forbidden', 'Another person has to decide on your own account.')
  const documents = await tx.em.find(PerformerDocument, { userId })
  if (isDone(performer, documents, review)) return
  const { verification } = performer
  if (versionOf(verification, documents) !== review.version)
    throw new Refusal('conflict', 'The documents have changed.')
  const before = { verification }
  if (review.decision === 'approve') {
    await approveCreator(tx, userId)
    audit(tx, { action: 'creator.approve', subjectId: userId, before })
    return
  }
  if (verification === 'approved') throw new Refusal('conflict', 'This creator is approved. Decide in a case.')
  const missing = review.documents.find(({ kind }) => !documents.some((document) => document.kind === kind))
  if (missing) throw new Refusal('invalid', 'The creator has not sent this document.')
  const reason = review.documents.map((one) => one.reason).join('\n')
  await rejectCreator(tx, userId, { reason, documents: review.documents })
  const kinds = review.documents.map(({ kind }) => kind)
  audit(tx, { action: 'creator.reject', subjectId: userId, before, after: { kinds }, text: reason })
}

/** The answer of the same call was lost. */
function isDone({ verification }: Performer, documents: readonly PerformerDocument[], review: CreatorReview): boolean {
  if (review.decision === 'approve') return verification === 'approved'
  const wrong = documents.filter(({ status }) => status === 'rejected').map(({ kind, reason }) => `${kind} ${reason}`)
  const asked = review.documents.map(({ kind, reason }) => `${kind} ${reason}`)
  return verification === 'rejected' && wrong.toSorted().join('\n') === asked.toSorted().join('\n')
}
