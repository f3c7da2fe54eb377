import type { NoticeKind } from '@vesper/sync/vesper/records/notification.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import type { User } from '../accounts/entity.ts'
import { notify } from '../notifications/notify.ts'
import type { NewNotice } from '../notifications/notify.ts'
import { commentedObject } from './commented-object.ts'
import type { Comment } from './entity.ts'

type Told = { kind: NoticeKind; object: NewNotice['object'] }

/**
 * Notifies of a new comment, each account once: the creator of the thing, the author of the comment that it answers, and
 * accounts that it names.
 */
export async function notifyOfComment(
  tx: Tx,
  comment: Comment,
  { parent, mentioned }: { parent: Comment | null; mentioned: readonly User[] },
): Promise<void> {
  const { performerId, objectType, objectId } = comment
  const told = new Map<string, Told>([[performerId, { kind: 'comment', object: { type: objectType, id: objectId } }]])
  for (const { id } of mentioned) told.set(id, mentionIn(comment))
  if (parent) told.set(parent.authorId, { kind: 'reply', object: { type: 'comment', id: parent.id } })
  await tell(tx, comment, told)
}

/** Notifies accounts that a comment names since it was changed. */
export async function notifyOfMentions(tx: Tx, comment: Comment, mentioned: readonly User[]): Promise<void> {
  await tell(tx, comment, new Map(mentioned.map(({ id }) => [id, mentionIn(comment)])))
}

function mentionIn({ id }: Comment): Told {
  return { kind: 'mention', object: { type: 'comment', id } }
}

/** An account that may not read the comment hears nothing of it. */
async function tell(tx: Tx, comment: Comment, told: ReadonlyMap<string, Told>): Promise<void> {
  const { authorId: actorId, objectType, objectId, text: preview } = comment
  for (const [userId, { kind, object }] of told) {
    if ((await commentedObject(tx.em, { userId, now: tx.now }, comment))?.access !== 'open') continue
    await notify(tx, { userId, kind, actorId, object, page: { type: objectType, id: objectId }, preview })
  }
}
