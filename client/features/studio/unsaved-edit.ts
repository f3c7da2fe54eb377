import type { OutboxRecord } from '@vesper/sync/store.ts'
import { formsOf } from '../../kept-forms.ts'
import { readEdit, refusedEdit } from './post-changes.ts'
import type { PostEdit } from './post-changes.ts'

/** A post, and whose app it is edited in. */
export type EditedPost = { account: string; postId: string }

/** What was typed of a post and is not saved, over what was refused of it. */
export function unsavedEdit(post: EditedPost, records: readonly OutboxRecord[]): Partial<PostEdit> {
  return { ...refusedEdit(records), ...keptEdit(post) }
}

/** What was typed of a post and is not saved. */
export function keptEdit(post: EditedPost): Partial<PostEdit> {
  return readEdit(formsOf(post.account).read(nameOf(post)))
}

/** Keeps it, whatever becomes of the page; what is empty is not kept. */
export function keepEdit(post: EditedPost, edit: Partial<PostEdit>): void {
  if (Object.keys(edit).length > 0) formsOf(post.account).write(nameOf(post), edit)
  else forgetEdit(post)
}

export function forgetEdit(post: EditedPost): void {
  formsOf(post.account).remove(nameOf(post))
}

function nameOf({ postId }: EditedPost): string {
  return `post:${postId}`
}
