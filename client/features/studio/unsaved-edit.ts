import type { OutboxRecord } from '@vesper/sync/store.ts'
import { readFormDraft, removeFormDraft, writeFormDraft } from '../../form-draft.ts'
import { readEdit, refusedEdit } from './post-changes.ts'
import type { PostEdit } from './post-changes.ts'

/** What was typed of a post and is not saved, over what was refused of it. */
export function unsavedEdit(postId: string, records: readonly OutboxRecord[]): Partial<PostEdit> {
  return { ...refusedEdit(records), ...readEdit(readFormDraft(keyOf(postId))) }
}

/** Keeps it while the page is loaded anew. */
export function keepEdit(postId: string, edit: Partial<PostEdit>): void {
  writeFormDraft(keyOf(postId), edit)
}

export function forgetEdit(postId: string): void {
  removeFormDraft(keyOf(postId))
}

function keyOf(postId: string): string {
  return `post:${postId}`
}
