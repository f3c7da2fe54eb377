import { formsOf } from '../../core/forms/form-draft-storage.ts'

/** A comment that an account has begun to write below a thing, or in answer to another; it outlives a reload. */
type CommentDraft = {
  text: string
  /** The id of its photo, which this device holds; null without one. */
  photoId: string | null
}

export function readCommentDraft(account: string, about: string): CommentDraft {
  const { text, photoId } = formsOf(account).read(nameOf(about))
  return {
    text: typeof text === 'string' ? text : '',
    photoId: typeof photoId === 'string' ? photoId : null,
  }
}

/** Stores the changed fields of a draft; one without text and photo is forgotten. */
export function keepCommentDraft(account: string, about: string, changes: Partial<CommentDraft>): void {
  const { text, photoId } = { ...readCommentDraft(account, about), ...changes }
  if (text || photoId) formsOf(account).write(nameOf(about), { text, ...(photoId && { photoId }) })
  else formsOf(account).remove(nameOf(about))
}

function nameOf(about: string): string {
  return `comment:${about}`
}
