import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { laneOfPost, Post } from '@vesper/sync/vesper/records/post.ts'
import { callApi } from '../../../core/api/api.ts'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useBrought } from '../../../core/sync/use-brought.ts'
import type { Failed } from '../../../core/sync/use-brought.ts'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'

export type OwnPost =
  | { state: 'loading' }
  /** Not on this device, and not to be had from the server now, or at all. */
  | { state: 'missing'; isOffline: boolean; records: OutboxRecord[] }
  | Failed
  /** The draft that it comes of waits to be published. */
  | { state: 'waiting' }
  | { state: 'held'; post: Post; records: OutboxRecord[] }

type Options = { isOffline: boolean; contents: Contents }

/** A post of one's own, from this device; one that it does not hold is brought from the server. */
export function useOwnPost(postId: string, options: Options): OwnPost {
  const sync = useSync()
  const { db } = sync
  const read = useLiveQuery(async () => {
    const [post, draft] = await Promise.all([db.posts.get(postId), db['post-drafts'].get(postId)])
    const records = await db.outbox.where('lane').equals(laneOfPost(postId)).sortBy('order')
    return { post, isWaiting: draft !== undefined, records }
  }, [db, postId])
  const lack = useBrought({
    ...options,
    isLacking: read !== undefined && !read.post && !read.isWaiting,
    bring: async () => {
      const post = await callApi({ path: `/performer/feeds/${encodeURIComponent(postId)}`, answer: Post })
      await sync.storePage('posts', [post])
    },
  })
  if (!read) return { state: 'loading' }
  if (read.isWaiting) return { state: 'waiting' }
  const { records } = read
  if (read.post?.status === 'removed') return { state: 'missing', isOffline: false, records }
  if (read.post) return { state: 'held', post: read.post, records }
  return lack.state === 'missing' ? { ...lack, records } : lack
}
