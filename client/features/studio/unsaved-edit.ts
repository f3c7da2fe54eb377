import { equal } from '@vesper/sync/core/equal.ts'
import { formsOf } from '../../kept-forms.ts'
import type { Sync } from '../../with-sync.tsx'
import { readEdit } from './post-changes.ts'
import type { PostEdit } from './post-changes.ts'

const PREFIX = 'post:'

/** A post, and whose app it is edited in. */
export type EditedPost = { account: string; postId: string }

/** What was typed of a post and is not saved. */
export function keptEdit(post: EditedPost): Partial<PostEdit> {
  return readEdit(formsOf(post.account).read(nameOf(post)))
}

/** Keeps it, whatever becomes of the page; answers whether there was room. */
export function keepEdit(post: EditedPost, edit: Partial<PostEdit>): boolean {
  return formsOf(post.account).write(nameOf(post), edit) === true
}

/** The same where `last` is what is kept, or nothing: what another tab has kept since stays. What is empty is not kept. */
export function replaceEdit(post: EditedPost, last: Partial<PostEdit>, edit: Partial<PostEdit>): boolean {
  const held = keptEdit(post)
  if (!isEmpty(held) && !equal(held, last)) return false
  if (!isEmpty(edit)) return keepEdit(post, edit)
  forgetEdit(post)
  return true
}

export function forgetEdit(post: EditedPost): void {
  formsOf(post.account).remove(nameOf(post))
}

/**
 * The words that are left of posts that are gone. What was typed of such a post and has none is forgotten: nothing can be made
 * of it.
 */
export async function wordsOfGone({ db, inside }: Sync): Promise<{ postId: string; text: string }[]> {
  const { account } = inside.replica
  const forms = formsOf(account).all()
  const ids = forms.flatMap(({ name }) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : []))
  const posts = await db.posts.bulkGet(ids)
  return posts.flatMap((post) => {
    if (post?.status !== 'removed') return []
    const of = { account, postId: post._id }
    const { text = '' } = keptEdit(of)
    if (hasWords({ text })) return { postId: post._id, text }
    forgetEdit(of)
    return []
  })
}

export function isEmpty(edit: Partial<PostEdit>): boolean {
  return Object.keys(edit).length === 0
}

export function hasWords({ text = '' }: Partial<PostEdit>): boolean {
  return text.trim() !== ''
}

function nameOf({ postId }: EditedPost): string {
  return PREFIX + postId
}
