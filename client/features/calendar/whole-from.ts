import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'

/**
 * The time of the oldest post down to which this device has all of one creator, from the newest on: their places have no gaps.
 * Null where it has the first one too, or none.
 */
export function wholeFrom(posts: readonly Pick<Post, 'seq' | 'publishedAt'>[]): string | null {
  const placed = posts.filter((post) => post.seq > 0 && isConfirmed(post)).toSorted((a, b) => b.seq - a.seq)
  const hole = placed.findIndex(({ seq }, index) => index > 0 && placed[index - 1]?.seq !== seq + 1)
  const last = placed.at(hole < 0 ? -1 : hole - 1)
  return !last || last.seq === 1 ? null : last.publishedAt
}
