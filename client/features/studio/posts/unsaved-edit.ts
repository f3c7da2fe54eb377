import { equal } from '@vesper/sync/engine/core/equal.ts'
import { laneOfPost } from '@vesper/sync/vesper/records/post.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { isRefusedEdit, readEdit, refusedEdit } from './post-changes.ts'
import type { PostEdit } from './post-changes.ts'

/** The unsaved edit of a post is stored under the name of its lane. */
const PREFIX = laneOfPost('')

/** A post, and whose app it is edited in. */
export type EditedPost = { account: string; postId: string }

/** The unsaved edit of a post. */
export function keptEdit(post: EditedPost): Partial<PostEdit> {
  return readEdit(formsOf(post.account).read(nameOf(post)))
}

/** Keeps it, whatever becomes of the page; answers whether there was room. */
export function keepUnsavedEdit(post: EditedPost, edit: Partial<PostEdit>): boolean {
  return formsOf(post.account).write(nameOf(post), edit)
}

/**
 * The same where `last` is what is kept, or nothing: what another tab has kept since stays. An empty edit is not kept.
 */
export function replaceEdit(post: EditedPost, last: Partial<PostEdit>, edit: Partial<PostEdit>): boolean {
  const held = keptEdit(post)
  if (!isEmpty(held) && !equal(held, last)) return false
  if (!isEmpty(edit)) return keepUnsavedEdit(post, edit)
  forgetUnsavedEdit(post)
  return true
}

export function forgetUnsavedEdit(post: EditedPost): void {
  formsOf(post.account).remove(nameOf(post))
}

/**
 * The words, typed or refused, that are left of posts that are gone. An edit of such a post without words is forgotten:
 * nothing can be made of it.
 */
export async function wordsOfGone({ db, inside }: Sync): Promise<{ postId: string; text: string }[]> {
  const { account } = inside.replica
  const queued = await db.outbox.where('lane').startsWith(PREFIX).sortBy('order')
  const byLane = Map.groupBy(queued, ({ lane }) => lane)
  const typed = formsOf(account).all()
  const refused = queued.filter(isRefusedEdit)
  const names = new Set([...typed.map(({ name }) => name), ...refused.map(({ lane }) => lane)])
  const ids = [...names].flatMap((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : []))
  const posts = await db.posts.bulkGet(ids)
  return posts.flatMap((post) => {
    if (post?.status !== 'removed') return []
    const of = { account, postId: post._id }
    const records = byLane.get(nameOf(of)) ?? []
    // The author who has just removed it here was told what goes with it.
    if (records.some(({ name }) => name === 'post.remove')) return []
    const { text = '' } = { ...refusedEdit(records), ...keptEdit(of) }
    if (hasWords({ text })) return { postId: post._id, text }
    forgetUnsavedEdit(of)
    return []
  })
}

export function isEmpty(edit: Partial<PostEdit>): boolean {
  return Object.keys(edit).length === 0
}

export function hasWords({ text = '' }: Partial<PostEdit>): boolean {
  return isVisible(text)
}

function nameOf({ postId }: EditedPost): string {
  return laneOfPost(postId)
}
