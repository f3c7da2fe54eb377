import { FeedList, FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { laneOfPost } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { listTiming } from '../../core/api/use-cached-query.ts'
import { useReadWhenBack } from '../../core/api/use-read-when-back.ts'
import { $offline } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { PAGE_SIZE } from './creator-feed-path.ts'

/**
 * Reads the counts of a post that this device holds. The sync leaves them as they were when the post came, since the server
 * counts past the change feed.
 */
export function useFreshCounts(postId: string): void {
  const sync = useSync()
  const key = ['counts', sync.inside.replica.account, postId]
  const { error, mutate } = useSWR<null, unknown>(
    key,
    async () => {
      const post = await callApi({ path: `/user/feeds/${encodeURIComponent(postId)}`, answer: FeedPost })
      await keepCounts(sync, [post])
      return null
    },
    listTiming,
  )
  useReadWhenBack({ key, error, read: mutate })
}

type Feed = { path: string; isPinned?: boolean }

/** Reads the counts of each post of a feed, as it is shown, and again after a time without a connection. */
export function useFreshFeedCounts({ path, isPinned = false }: Feed, posts: readonly Post[] | undefined): void {
  const sync = useSync()
  const isOffline = useUnit($offline)
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (isOffline) return asked.current.clear()
    const published = (posts ?? []).filter(({ status, publishedAt }) => status === 'published' && publishedAt !== null)
    for (const before of unasked(published, asked.current)) {
      const query = { pageSize: PAGE_SIZE, ...(before !== null && { before }), ...(isPinned && { pinned: 'true' }) }
      const read = async () => keepCounts(sync, (await callApi({ path, query, answer: FeedList })).data)
      // The counts that the device holds stand in for them.
      read().catch((error: unknown) => error instanceof ConnectionError || console.warn(error))
    }
  }, [sync, path, isPinned, isOffline, posts])
}

/** The moments before which pages are to be read, null for the newest page; their posts are put into `asked`. */
function unasked(posts: readonly Post[], asked: Set<string>): (string | null)[] {
  const moments: (string | null)[] = []
  for (const [index, { _id }] of posts.entries()) {
    if (asked.has(_id)) continue
    moments.push(posts[index - 1]?.publishedAt ?? null)
    for (const post of posts.slice(index, index + PAGE_SIZE)) asked.add(post._id)
  }
  return moments
}

/** The counts alone: links to files are signed anew each time, and a photo or video that is shown would begin again. */
async function keepCounts(sync: Sync, read: readonly Post[]): Promise<void> {
  const queued = await sync.db.outbox
    .where('lane')
    .anyOf(read.map(({ _id }) => laneOfPost(_id)))
    .toArray()
  const edited = new Set(queued.map(({ lane }) => lane))
  // A row that shows a queued edit is not the server's.
  const counted = read.filter(({ _id }) => !edited.has(laneOfPost(_id)))
  if (counted.length === 0) return
  await sync.storePage('posts', counted, ({ likes, comments, views, updatedAt }, held) =>
    held.updatedAt === updatedAt ? { ...held, likes, comments, views } : null,
  )
}
