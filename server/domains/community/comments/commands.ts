import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AddCommentArgs } from '@vesper/sync/vesper/mutations/comments.ts'
import { mentionedIn } from '@vesper/sync/vesper/records/mentions.ts'
import { takeFiles } from '../../../content/attachments.ts'
import { hiddenByStaff } from '../../../content/hidden-by-staff.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { requireOpenCreator } from '../../people/performers/review/require-open-creator.ts'
import { announceComment, announceRemoval } from './announce.ts'
import { commentPhoto, takePhotoOf } from './attachments.ts'
import { commentedObject, requireWritable } from './commented-object.ts'
import { countComment } from './count.ts'
import { Comment } from './entity.ts'
import { linkedNames, mentionedUsers } from './mentions.ts'
import { forgetComment, notifyOfComment, notifyOfMentions } from './notify-of-comment.ts'
import { seenComment } from './queries.ts'

export const GONE = 'This comment is gone.'

/**
 * Writes a comment, or an answer to one. The same `_id` again is the same comment. A `comment-photo` that the actor has uploaded
 * under this id is its photo. Refusals: `not-found` for a thing that the
 * actor may not know of and for a comment that is gone, `forbidden` for a locked thing and for a creator whom others do not
 * reach, `invalid` for an answer to an answer, `conflict` for an id that is taken.
 */
export async function addComment(tx: Tx, args: AddCommentArgs): Promise<{ comment: Comment; isNew: boolean }> {
  const { _id: id, objectType, objectId, parentId, text } = args
  const { userId: authorId } = requireActor(tx)
  // Sent twice at once: the second finds the comment of the first.
  await lock(tx, 'comment', id)
  const known = await tx.em.findOne(Comment, { id })
  if (known) {
    if (known.authorId === authorId && known.objectId === objectId) return { comment: known, isNew: false }
    throw new Refusal('conflict', 'This id is taken. Choose another one.')
  }
  const { performerId } = await requireWritable(tx, { userId: authorId, now: tx.now }, args)
  await requireOpenCreator(tx.em, authorId)
  await requireUnrestricted(tx, authorId, 'comment')
  const parent = parentId === null ? null : await requireAnswerable(tx, { parentId, objectId })
  const mentioned = await mentionedUsers(tx, text)
  // A block that is decided at the same time counts before or after it: it would not find a comment that is under way.
  await lock(tx, 'comment-author', `${performerId} ${authorId}`)
  const comment = tx.em.create(Comment, {
    ...{ id, objectType, objectId, performerId, authorId, parentId, text, mentions: linkedNames(mentioned) },
    ...{ createdAt: tx.now, editedAt: null },
  })
  await tx.flush()
  await takePhotoOf(tx, comment)
  await countComment(tx, comment, 1)
  await notifyOfComment(tx, comment, { parent, mentioned })
  announceComment(tx, 'comment:created', comment)
  return { comment, isNew: true }
}

/**
 * Changes the text of the actor's comment, or gives it another photo; the last change to arrive stands. Refusals: `not-found`
 * for a comment that is gone or that the actor may not know of, `forbidden` for one of somebody else.
 */
export async function editComment(
  tx: Tx,
  { _id, text, fileId }: { _id: string; text?: string | undefined; fileId?: string | undefined },
): Promise<Comment> {
  const { userId } = requireActor(tx)
  const comment = await lockComment(tx, _id)
  if (comment.authorId !== userId) throw await notYours(tx, comment)
  if (comment.status === 'deleted') throw gone()
  if (comment.status === 'hidden') throw hiddenByStaff()
  await requireWritable(tx, { userId, now: tx.now }, comment)
  const isSame = text === undefined || text === comment.text
  if (isSame && fileId === undefined) return comment
  await requireUnrestricted(tx, userId, 'comment')
  if (!isSame) {
    const before = new Set(mentionedIn(comment.text))
    const mentioned = await mentionedUsers(tx, text)
    await forgetComment(tx, comment, { from: comment.text, to: text })
    Object.assign(comment, { text, mentions: linkedNames(mentioned), editedAt: tx.now })
    await notifyOfMentions(
      tx,
      comment,
      mentioned.filter(({ username }) => !before.has(username ?? '')),
    )
  }
  if (fileId !== undefined) {
    await removeFilesOf(tx, { type: 'comment', id: comment.id })
    await takeFiles(tx, [fileId], { holderId: comment.id, takes: commentPhoto })
    // Its author's devices hold the photo with the row.
    comment.editedAt ??= tx.now
  }
  await tx.flush()
  announceComment(tx, 'comment:edited', comment)
  return comment
}

/**
 * Takes a comment away: its author may, and the creator of the thing that it stands below. Its answers stay. Again it changes
 * nothing. Refusals: `not-found` for a comment that the actor may not know of, `forbidden` for one of somebody else.
 */
export async function removeComment(tx: Tx, { _id }: { _id: string }): Promise<void> {
  const { userId } = requireActor(tx)
  const comment = await lockComment(tx, _id)
  if (comment.authorId !== userId && comment.performerId !== userId) throw await notYours(tx, comment)
  if (comment.status === 'deleted') return
  const { text } = comment
  const wasCounted = comment.status === 'visible'
  Object.assign(comment, { status: 'deleted', text: '', mentions: [] })
  await removeFilesOf(tx, { type: 'comment', id: comment.id })
  await tx.flush()
  await forgetComment(tx, comment, { from: text })
  if (!wasCounted) return
  await countComment(tx, comment, -1)
  announceRemoval(tx, comment)
}

/**
 * Hides a comment from all but its author, or shows it again. Gives false where nothing changed. Refuses as `not-found` one
 * that is gone.
 */
export async function hideComment(tx: Tx, id: string, isHidden: boolean): Promise<boolean> {
  const comment = await lockComment(tx, id)
  if (comment.status === 'deleted') throw gone()
  if ((comment.status === 'hidden') === isHidden) return false
  comment.status = isHidden ? 'hidden' : 'visible'
  await tx.flush()
  await countComment(tx, comment, isHidden ? -1 : 1)
  if (isHidden) {
    await forgetComment(tx, comment, { from: comment.text })
    announceRemoval(tx, comment)
  } else announceComment(tx, 'comment:created', comment)
  return true
}

async function lockComment(tx: Tx, id: string): Promise<Comment> {
  const comment = await tx.em.findOne(Comment, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!comment) throw gone()
  return comment
}

async function requireAnswerable(
  tx: Tx,
  { parentId, objectId }: { parentId: string; objectId: string },
): Promise<Comment> {
  const parent = await tx.em.findOne(Comment, { id: parentId, objectId })
  if (parent?.parentId != null) throw new Refusal('invalid', 'Answer the first comment, not an answer to it.')
  if (!parent || !(await seenComment(tx.em, parentId))) {
    throw new Refusal('not-found', 'The comment that you answer is gone.')
  }
  return parent
}

/** Somebody else's comment: who reads it is told whose it is, others that there is none. */
async function notYours(tx: Tx, comment: Comment): Promise<Refusal> {
  const { userId } = requireActor(tx)
  const object = await commentedObject(tx, { userId, now: tx.now }, comment)
  const isRead = object?.access === 'open' && (await seenComment(tx.em, comment.id))
  return isRead ? new Refusal('forbidden', 'You can change only your own comments.') : gone()
}

function gone(): Refusal {
  return new Refusal('not-found', GONE)
}
