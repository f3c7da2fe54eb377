import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { Part } from '../../core/api/use-cached-query.ts'

/** Each post of a list as the answer of its own page, which then opens without a line too. */
export function postsAsPages({ data }: { data: readonly FeedPost[] }): Part[] {
  return data.map((post) => ({ path: `/user/feeds/${post._id}`, answer: post }))
}
