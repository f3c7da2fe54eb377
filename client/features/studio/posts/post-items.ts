import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { laneOfPost } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { reasonOf } from '../studio-items.ts'
import type { DraftStanding } from '../studio-items.ts'

/** Where in the studio something is listed: a draft that waits to be published stands where its post will. */
export type Place = 'drafts' | 'scheduled' | 'published'

/** A post of one's own, and how what was done to it stands. */
export type PostItem = {
  post: Post
  standing: Exclude<DraftStanding, 'publishing'>
  /** Why a change was refused, in the server's words. */
  reason: string | null
}

/** Where the next post is missing on this device: older than `before`. */
export type Missing = { before: string }

/** `now`: this device's clock, in milliseconds. */
export function placeOfDraft(draft: Pick<PostDraft, 'isPublishing' | 'scheduledAt'> | null, now: number): Place {
  if (!draft?.isPublishing) return 'drafts'
  return isDue(draft.scheduledAt, now) ? 'published' : 'scheduled'
}

/**
 * True when a post of this time is published at once: without a time, or with one that has passed at `now`, in
 * milliseconds.
 */
export function isDue(scheduledAt: string | null, now: number): boolean {
  return scheduledAt === null || Date.parse(scheduledAt) <= now
}

export function postItems(posts: readonly Post[], outbox: readonly OutboxRecord[]): PostItem[] {
  const byLane = Map.groupBy(outbox, ({ lane }) => lane)
  return posts.map((post) => postItem(post, byLane.get(laneOfPost(post._id)) ?? []))
}

export function postItem(post: Post, records: readonly OutboxRecord[]): PostItem {
  const reason = reasonOf(records)
  const standing = reason !== null ? 'refused' : records.length > 0 ? 'waiting' : 'saved'
  return { post, standing, reason }
}

/** The unpublished posts in order of time: posts that wait for their files alone stand first. */
export function inOrderOfTime(posts: readonly Post[]): Post[] {
  return posts
    .filter(({ status }) => status === 'scheduled' || status === 'processing')
    .toSorted((a, b) => ((a.scheduledAt ?? '') < (b.scheduledAt ?? '') ? -1 : 1))
}

/**
 * The first `count` posts of one's own feed, newest first, without hiding one that this device lacks: places have no
 * gaps. Tombstones hold theirs; what the server has given no place yet stands in front. More than `count` are read
 * where there are more.
 */
export function ownRun(
  newestFirst: readonly Post[],
  count: number,
): { posts: Post[]; missing: Missing | null; hasMore: boolean } {
  const placed = newestFirst.filter(isConfirmed)
  const hole = placed.findIndex(({ seq }, index) => index > 0 && placed[index - 1]?.seq !== seq + 1)
  const held = hole < 0 ? placed : placed.slice(0, hole)
  const last = held.at(-1)
  const hasMore = hole < 0 && newestFirst.length > count
  const posts = [...newestFirst.filter((post) => !isConfirmed(post)), ...held]
  return {
    posts: posts.slice(0, count).filter(({ status }) => status !== 'removed'),
    missing: hasMore || !last || last.seq === 1 ? null : { before: last.publishedAt ?? '' },
    hasMore,
  }
}
