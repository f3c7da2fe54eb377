import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'

/** Where the next post of a creator is missing on this device: below `seq`, older than `before`. */
export type Gap = { performerId: string; seq: number; before: string }

/** The place of a post in its creator's feed. */
type Place = readonly [performerId: string, seq: number]

/**
 * The posts of a mixed feed that can be shown without hiding one that this device lacks. The places of one
 * creator's feed have no gaps, so where the next lower one is not held, everything older is uncertain:
 *
 *     held    a9 b4 a8 · b3 a6 …          (a7 is on the server)
 *     shown   a9 b4 a8                    gap: a, below 8
 *
 * @param newestFirst confirmed posts and tombstones by `publishedAt`; tombstones hold their place, and are not shown.
 * @param isHeld whether a place below the last of `newestFirst` is on this device.
 */
export function contiguousFeed(
  newestFirst: readonly Post[],
  isHeld: (place: Place) => boolean,
): { posts: Post[]; gap: Gap | null } {
  const nextOf = new Map<string, number>()
  let end = newestFirst.length
  // From the oldest up: what was passed last of a creator is the next lower place that is here.
  for (let index = newestFirst.length - 1; index >= 0; index -= 1) {
    const { performerId, seq } = newestFirst[index] as Post
    const next = nextOf.get(performerId)
    const isWhole = seq === 1 || next === seq - 1 || (next === undefined && isHeld([performerId, seq - 1]))
    if (!isWhole) end = index + 1
    nextOf.set(performerId, seq)
  }
  const posts = newestFirst.slice(0, end).filter(isShown)
  const last = newestFirst[end - 1]
  if (!last || isWholeBelow(last, end, { newestFirst, isHeld })) return { posts, gap: null }
  return { posts, gap: { performerId: last.performerId, seq: last.seq, before: last.publishedAt ?? '' } }
}

/** The places right below the oldest ones of each creator: whoever asks the store asks for these. */
export function placesBelow(newestFirst: readonly Post[]): Place[] {
  const oldest = new Map<string, number>()
  for (const { performerId, seq } of newestFirst) oldest.set(performerId, seq)
  return [...oldest].flatMap(([performerId, seq]): Place[] => (seq > 1 ? [[performerId, seq - 1]] : []))
}

export function isShown({ status }: Post): boolean {
  return status === 'published'
}

/** True for a post that the server has given a place. */
export function hasPlace(post: Post): boolean {
  return post.seq > 0 && isConfirmed(post)
}

function isWholeBelow(
  { performerId, seq }: Post,
  end: number,
  { newestFirst, isHeld }: { newestFirst: readonly Post[]; isHeld: (place: Place) => boolean },
): boolean {
  if (seq === 1) return true
  const next = newestFirst.slice(end).find((post) => post.performerId === performerId)
  return next ? next.seq === seq - 1 : isHeld([performerId, seq - 1])
}
