import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import type { BookmarkState } from '../../entities/reactions/bookmark-list.tsx'
import { useBookmarked } from '../../entities/reactions/use-bookmarked.ts'
import type { Author } from './use-feed.ts'

type BookmarkedPost = { post: Post; author: Author | null }

/** The posts that are bookmarked, the latest first. `missing` of them this device cannot show. */
export type Bookmarks = BookmarkState & { shown: BookmarkedPost[] }

/** The account's bookmarked posts: those that this device holds, else those that the server brings; undefined until read. */
export function useBookmarks(): Bookmarks | undefined {
  const { db } = useSync()
  const bookmarked = useBookmarked({ objectType: 'feed', path: '/reactions/feeds/bookmark', answer: FeedList })
  const ids = bookmarked?.ids
  const held = useLiveQuery(async () => {
    if (!ids) return undefined
    const posts = await db.posts.bulkGet([...ids])
    const authors = await db.creators.bulkGet(posts.map((post) => post?.performerId ?? ''))
    return ids.map((id, index) => ({ id, post: posts[index] ?? null, author: authors[index] ?? null }))
  }, [db, ids?.join()])
  if (!held || !bookmarked) return undefined
  const found = held.map(({ id, post, author }) => {
    const remote = bookmarked.answered.get(id)
    if (post) return { post, author: author ?? remote?.performer ?? null }
    return remote ? { post: remote, author: remote.performer } : null
  })
  return {
    shown: found.flatMap((one) => (one && one.post.status !== 'removed' ? [one] : [])),
    // Once the server has told of all, what it did not tell of is not there any more.
    missing: bookmarked.isWhole ? 0 : found.filter((one) => one === null).length,
    isAsking: bookmarked.isAsking,
    error: bookmarked.error,
    retry: bookmarked.retry,
  }
}
