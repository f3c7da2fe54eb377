import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { notify } from '../../../notify/notifications/notify.ts'
import { User } from '../../accounts/entity.ts'
import { standingChanged } from '../../accounts/standing-changed.ts'
import { Performer, PerformerDocument } from '../entity.ts'
import { approvedMail, rejectedMail } from '../mails.ts'

/** The reason goes into a mail and into the studio. */
const REASON_MAX = 1_000

/**
 * Opens a creator's account to others, and tells the creator by mail; gives the account's id. Approving again changes nothing. Refuses as
 * `not-found` a name without a creator.
 */
export async function approveCreator(tx: Tx, name: string): Promise<string> {
  const { user, performer } = await lockCreator(tx, name)
  if (performer.verification === 'approved') return user.id
  tx.em.assign(performer, { verification: 'approved', rejectionReason: null, updatedAt: tx.now })
  for (const document of await tx.em.find(PerformerDocument, { userId: user.id })) {
    tx.em.assign(document, { status: 'approved', reason: null, decidedAt: tx.now })
  }
  const link = `${tx.app.config.publicUrl}/creator/studio`
  if (user.email) tx.app.mailer.send(tx, approvedMail({ email: user.email, name: user.name }, link))
  await tellOf(tx, user.id, { event: 'approved' })
  await standingChanged(tx, user.id)
  return user.id
}

type Rejection = {
  /** The creator reads it. */
  reason: string
  kind?: PerformerDocument['kind']
  /** Problems with several documents, each in words of its own. */
  documents?: readonly { kind: PerformerDocument['kind']; reason: string }[]
}

/**
 * Closes a creator's account to others with a reason, which the creator gets by mail; gives the account's id. The same reason again changes
 * nothing. With `kind` or `documents`, the documents of these kinds alone are the problem, and the others pass. Refusals: `not-found` for a
 * name without a creator, `invalid` without a reason or for one of more than 1,000 characters.
 */
export async function rejectCreator(
  tx: Tx,
  name: string,
  { reason, kind, documents = kind ? [{ kind, reason }] : [] }: Rejection,
): Promise<string> {
  const rejectionReason = reason.trim()
  if (rejectionReason === '') throw new Refusal('invalid', 'Say why: the creator reads the reason.')
  if (rejectionReason.length > REASON_MAX) throw new Refusal('invalid', 'A reason has at most 1,000 characters.')
  const { user, performer } = await lockCreator(tx, name)
  for (const document of await tx.em.find(PerformerDocument, { userId: user.id })) {
    const wrong =
      documents.length === 0 ? { reason: rejectionReason } : documents.find((one) => one.kind === document.kind)
    tx.em.assign(
      document,
      wrong
        ? { status: 'rejected', reason: wrong.reason.trim(), decidedAt: tx.now }
        : { status: 'approved', reason: null, decidedAt: tx.now },
    )
  }
  if (performer.verification === 'rejected' && performer.rejectionReason === rejectionReason) {
    await tx.em.flush()
    return user.id
  }
  tx.em.assign(performer, { verification: 'rejected', rejectionReason, updatedAt: tx.now })
  const link = `${tx.app.config.publicUrl}/creator/verification`
  const said = { reason: rejectionReason, link }
  if (user.email) tx.app.mailer.send(tx, rejectedMail({ email: user.email, name: user.name }, said))
  await tellOf(tx, user.id, { event: 'rejected', preview: rejectionReason })
  await standingChanged(tx, user.id)
  return user.id
}

function tellOf(tx: Tx, userId: string, news: { event: 'approved' | 'rejected'; preview?: string }): Promise<void> {
  return notify(tx, { userId, kind: 'review', actorId: null, object: { type: 'verification', id: userId }, ...news })
}

/** The creator of this id or username, under the lock that each who publishes holds: a post is either out before a rejection or refused after it. */
async function lockCreator(tx: Tx, name: string): Promise<{ user: User; performer: Performer }> {
  const by = v.safeParse(uuid, name).success ? { id: name } : { username: name.toLowerCase() }
  const user = await tx.em.findOne(User, { ...by, isPerformer: true })
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const performer = user && (await tx.em.findOne(Performer, { userId: user.id }, { lockMode, refresh: true }))
  if (!performer) throw new Refusal('not-found', `There is no creator "${name}".`)
  return { user, performer }
}
