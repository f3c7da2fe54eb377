import type { NoticeKind } from '@vesper/sync/vesper/records/notification.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { changePreview, noticedOf } from '../../notify/notifications/change-preview.ts'
import { notify } from '../../notify/notifications/notify.ts'
import type { NewNotice } from '../../notify/notifications/notify.ts'
import type { User } from '../../people/accounts/entity.ts'
import { commentedObject } from './commented-object.ts'
import { Comment } from './entity.ts'

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

/**
 * Takes the text that a comment had out of the activity of those who were notified of it. After a change its new text stands
 * there, else nothing.
 */
export async function forgetComment(
  tx: Tx,
  comment: Comment,
  { from, to = '' }: { from: string; to?: string },
): Promise<void> {
  const { id, performerId, objectId, parentId } = comment
  const parent = parentId == null ? null : await tx.em.findOne(Comment, { id: parentId })
  // Who was named once may no longer be in the text.
  const named = await noticedOf(tx, { kind: 'mention', objectId: id })
  const userIds = [performerId, ...(parent ? [parent.authorId] : []), ...named]
  await changePreview(tx, { userIds, objectIds: [id, objectId, ...(parent ? [parent.id] : [])], from, to })
}

function mentionIn({ id }: Comment): Told {
  return { kind: 'mention', object: { type: 'comment', id } }
}

/** An account that may not read the comment hears nothing of it. */
async function tell(tx: Tx, comment: Comment, told: ReadonlyMap<string, Told>): Promise<void> {
  const { authorId: actorId, objectType, objectId, text: preview } = comment
  for (const [userId, { kind, object }] of told) {
    if ((await commentedObject(tx, { userId, now: tx.now }, comment))?.access !== 'open') continue
    await notify(tx, { userId, kind, actorId, object, page: { type: objectType, id: objectId }, preview })
  }
}
