import { equal } from '@vesper/sync/engine/core/equal.ts'
import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import {
  EMPTY_POST,
  expiryProblem,
  hasPostContent,
  PostChanges,
  PRICE_AND_ACCESS,
  priceFits,
} from '@vesper/sync/vesper/api/post-fields.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { dueOf } from '@vesper/sync/vesper/records/post-draft.ts'
import { noContent, PostAccess } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import * as v from 'valibot'
import { isDue } from './post-items.ts'

/** The editable fields of a post on the server. */
export type PostEdit = Pick<Post, 'text' | 'access' | 'price' | 'scheduledAt' | 'tags' | 'isPinned'> & {
  /** ISO 8601; null for no end. */
  expiresAt: string | null
}

type Changes = ArgsOf<'post.update'>['changes']

const Edited = v.partial(
  v.object({
    text: v.string(),
    access: PostAccess,
    price: v.number(),
    scheduledAt: v.nullable(v.string()),
    expiresAt: v.nullable(v.string()),
    tags: v.array(v.string()),
    isPinned: v.boolean(),
  }),
)

/** True while a post has yet to be published: at its time, or when its files are ready. */
export function isUnpublished(status: Post['status']): boolean {
  return status === 'scheduled' || status === 'processing'
}

/** The edit, in the shape of a whole post. */
export function editOf(post: Post, edited: Partial<PostEdit>): PostEdit {
  const { text, access, price, scheduledAt, expiresAt = null, tags, isPinned } = { ...noContent, ...post }
  return { text, access, price, scheduledAt, expiresAt, tags, isPinned, ...edited }
}

/**
 * The fields of an edit that differ from `given`. A price is none where nothing is sold, and a time is none of what is
 * out: no field shows them.
 */
export function typedOf(edit: Partial<PostEdit>, given: PostEdit, status: Post['status']): Partial<PostEdit> {
  const { text, access, price, scheduledAt, expiresAt, tags, isPinned } = edit
  const isSold = (access ?? given.access) === 'paid'
  return {
    ...(text !== undefined && text !== given.text && { text }),
    ...(access !== undefined && access !== given.access && { access }),
    ...(price !== undefined && price !== given.price && isSold && { price }),
    ...(scheduledAt !== undefined && scheduledAt !== given.scheduledAt && isUnpublished(status) && { scheduledAt }),
    ...(expiresAt !== undefined && expiresAt !== given.expiresAt && { expiresAt }),
    ...(tags !== undefined && !equal(tags, given.tags) && { tags }),
    ...(isPinned !== undefined && isPinned !== given.isPinned && { isPinned }),
  }
}

/** The fields that differ from the post; null when none does. A price goes with who may read it. */
export function changesOf(post: Post, edited: Partial<PostEdit>): Changes | null {
  const present = editOf(post, {})
  const { text, access, price, scheduledAt, expiresAt, tags, isPinned } = editOf(post, edited)
  const due = dueOf({ access, price })
  const changes: Changes = {
    ...(text !== post.text && { text }),
    ...((access !== post.access || due !== post.price) && { access, price: due }),
    ...(isUnpublished(post.status) && scheduledAt !== post.scheduledAt && { scheduledAt }),
    ...(expiresAt !== present.expiresAt && { expiresAt }),
    ...(!equal(tags, present.tags) && { tags }),
    ...(isPinned !== present.isPinned && { isPinned }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}

/** Why the changes cannot be saved, in the server's words; null when they can. */
export function changesProblem(post: Post, edited: Partial<PostEdit>, changes: Changes): string | null {
  const checked = v.safeParse(PostChanges, changes, validationMessage)
  if (!checked.success) return checked.issues[0].message
  const { text, access, price } = editOf(post, edited)
  if (post.fileCount === 0 && !hasPostContent({ text, poll: post.poll, fileIds: [] })) return EMPTY_POST
  return priceFits({ access, price: dueOf({ access, price }) }) ? null : PRICE_AND_ACCESS
}

/** Why the post cannot end then, in the server's words; null when it can, or where neither end nor time are changed. */
export function endProblem(post: Post, { scheduledAt, expiresAt }: Changes, now: number): string | null {
  if (scheduledAt === undefined && expiresAt === undefined) return null
  const out = post.publishedAt ?? (scheduledAt === undefined ? post.scheduledAt : scheduledAt)
  const from = out === null ? 0 : Date.parse(out)
  return expiryProblem(expiresAt === undefined ? post.expiresAt : expiresAt, { from, now })
}

/** True when saving these publishes a scheduled post. */
export function publishes(post: Post, { scheduledAt }: Changes, now: number): boolean {
  return post.status === 'scheduled' && scheduledAt !== undefined && isDue(scheduledAt, now)
}

export function isRefusedEdit({ name, state }: OutboxRecord): boolean {
  return name === 'post.update' && state === 'rejected'
}

/** The refused edits of a post, merged: the author may go on with them. */
export function refusedEdit(records: readonly OutboxRecord[]): Partial<PostEdit> {
  const edits = records.filter(isRefusedEdit).map(({ args }) => readEdit((args as { changes?: unknown }).changes))
  return edits.reduce((all, edit) => Object.assign(all, edit), {})
}

/** An edit as it was kept, without what is none. */
export function readEdit(kept: unknown): Partial<PostEdit> {
  const read = v.safeParse(Edited, kept)
  return read.success ? (read.output as Partial<PostEdit>) : {}
}
