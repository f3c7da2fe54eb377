import type { Post } from '@vesper/sync/vesper/records/post.ts'

/** Orders posts as feeds show them. */
export function newestFirst(a: Post, b: Post): number {
  return (a.publishedAt ?? '') < (b.publishedAt ?? '') ? 1 : -1
}
