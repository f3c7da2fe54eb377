import { laneOfPost } from '@vesper/sync/mutations/posts.ts'
import { Post } from '@vesper/sync/records/post.ts'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { callApi, ConnectionError } from '../../api.ts'
import { useSync } from '../../with-sync.tsx'

export type OwnPost =
  | { state: 'loading' }
  /** Not on this device, and not to be had from the server now, or at all. */
  | { state: 'missing'; isOffline: boolean; records: OutboxRecord[] }
  /** The draft that it comes of waits to be published. */
  | { state: 'waiting' }
  | { state: 'held'; post: Post; records: OutboxRecord[] }

/** A post of one's own, from this device; one that it does not hold is brought from the server. */
export function useOwnPost(postId: string, isOffline: boolean): OwnPost {
  const { db } = useSync()
  const read = useLiveQuery(async () => {
    const [post, draft] = await Promise.all([db.posts.get(postId), db['post-drafts'].get(postId)])
    const records = await db.outbox.where('lane').equals(laneOfPost(postId)).sortBy('order')
    return { post, isWaiting: draft !== undefined, records }
  }, [db, postId])
  const isLacking = read !== undefined && !read.post && !read.isWaiting
  const missing = useFetched(postId, isLacking, isOffline)
  if (!read) return { state: 'loading' }
  if (read.isWaiting) return { state: 'waiting' }
  const { records } = read
  if (read.post?.status === 'removed') return { state: 'missing', isOffline: false, records }
  if (read.post) return { state: 'held', post: read.post, records }
  return missing ? { state: 'missing', isOffline: missing === 'offline', records } : { state: 'loading' }
}

/** Asks the server for a post that this device lacks; why it did not come, once that is known. */
function useFetched(postId: string, isAsked: boolean, isOffline: boolean): 'offline' | 'none' | null {
  const sync = useSync()
  const [missing, setMissing] = useState<'offline' | 'none' | null>(null)
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    const tell = (why: 'offline' | 'none') => isCurrent && setMissing(why)
    callApi({ path: `/performer/feeds/${encodeURIComponent(postId)}`, answer: Post })
      .then((post) => sync.storePage('posts', [post]))
      // It is there now, or its space is not held and never will be.
      .then(() => setTimeout(() => tell('none'), 1_000))
      .catch((error: unknown) => tell(error instanceof ConnectionError ? 'offline' : 'none'))
    return () => {
      isCurrent = false
    }
    // A line that is back is asked again.
  }, [sync, postId, isAsked, isOffline])
  return missing
}
