import { formsOf } from '../../core/forms/form-draft-storage.ts'

/** Text that an account has begun to write below a thing, or in answer to a comment; it outlives a reload. */
export function readCommentDraft(account: string, about: string): string {
  const { text } = formsOf(account).read(nameOf(about))
  return typeof text === 'string' ? text : ''
}

/** Keeps what stands in the box; an empty box is forgotten. */
export function keepCommentDraft(account: string, about: string, text: string): void {
  if (text) formsOf(account).write(nameOf(about), { text })
  else formsOf(account).remove(nameOf(about))
}

function nameOf(about: string): string {
  return `comment:${about}`
}
