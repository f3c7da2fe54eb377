import { takeFiles } from '../../../content/attachments.ts'
import type { TakenFiles } from '../../../content/attachments.ts'
import type { Source, Tx } from '../../../infra/database/transaction.ts'
import type { FileHolder, Onlooker } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { commentedObject } from './commented-object.ts'
import { Comment } from './entity.ts'
import { seenComment } from './queries.ts'

/** The photo of a comment. */
export const commentPhoto: TakenFiles = {
  ...{ type: 'comment', purposes: ['comment-photo'], max: 1, kinds: ['photo'], unready: [] },
  field: () => 'file',
  texts: {
    missing: 'The photo of this comment is not here. Add it again.',
    taken: 'The photo of this comment was used already. Add it again.',
    failed: 'The photo of this comment could not be read. Add another.',
  },
}

/**
 * Gives a new comment the photo that its author has uploaded under the id of the comment. Without such a photo it stays as
 * it is: a text is worth more than its picture.
 */
export async function takePhotoOf(tx: Tx, { id, authorId }: Pick<Comment, 'id' | 'authorId'>): Promise<void> {
  const isThere = await tx.em.count(File, { id, ownerId: authorId, purpose: 'comment-photo', status: 'ready' })
  if (isThere) await takeFiles(tx, [id], { holderId: id, takes: commentPhoto })
}

/** Readers of a comment see its photo. */
export const commentHolder: FileHolder = {
  type: 'comment',
  async viewableOf(source, held, onlooker) {
    // A photo of a comment has one holder.
    for (const { id } of held) if (await isReadable(source, id, onlooker)) return true
    return false
  },
}

async function isReadable(source: Source, id: string, onlooker: Onlooker): Promise<boolean> {
  const { em } = source
  const comment = await em.findOne(Comment, { id })
  if (!comment) return false
  if (comment.status === 'hidden') return comment.authorId === onlooker.userId
  if (!(await seenComment(em, id))) return false
  return (await commentedObject(source, onlooker, comment))?.access === 'open'
}
