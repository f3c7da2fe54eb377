import type { TakenFiles } from '../../content/attachments.ts'
import type { FileHolder } from '../../infra/files/attachment.ts'
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

/** Those who read a comment see its photo. */
export const commentHolder: FileHolder = {
  type: 'comment',
  async mayView(em, id, onlooker) {
    const comment = await em.findOne(Comment, { id })
    if (!comment) return false
    if (comment.status === 'hidden') return comment.authorId === onlooker.userId
    if (!(await seenComment(em, id))) return false
    return (await commentedObject(em, onlooker, comment))?.access === 'open'
  },
}
