import { laneOfPost } from '@vesper/sync/vesper/mutations/posts.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import { Post } from '@vesper/sync/vesper/records/post.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'

/** `invalid`: no post has such an id. */
const gone = new Set<RefusalKind>(['not-found', 'forbidden', 'invalid'])

/** Whether there is such a post is not known. */
type Failed = { state: 'failed'; error: unknown; onRetry: () => void }

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
  const { db } = useSync()
  const read = useLiveQuery(async () => {
    const [post, draft] = await Promise.all([db.posts.get(postId), db['post-drafts'].get(postId)])
    const records = await db.outbox.where('lane').equals(laneOfPost(postId)).sortBy('order')
    return { post, isWaiting: draft !== undefined, records }
  }, [db, postId])
  const isLacking = read !== undefined && !read.post && !read.isWaiting
  const lack = useFetched(postId, isLacking, options)
  if (!read) return { state: 'loading' }
  if (read.isWaiting) return { state: 'waiting' }
  const { records } = read
  if (read.post?.status === 'removed') return { state: 'missing', isOffline: false, records }
  if (read.post) return { state: 'held', post: read.post, records }
  return lack.state === 'missing' ? { ...lack, records } : lack
}

/** What came of a question; an answer says nothing of a post that the device could not take yet. */
type Outcome = { answered: false; error: unknown } | { answered: true; couldHold: boolean }

type Lack = { state: 'loading' } | { state: 'missing'; isOffline: boolean } | Failed

/** Asks the server for a post that this device lacks; why it did not come, once that is known. */
function useFetched(postId: string, isAsked: boolean, { isOffline, contents }: Options): Lack {
  const sync = useSync()
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const couldHold = contents === 'here'
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    const tell = (found: Outcome) => isCurrent && setOutcome(found)
    callApi({ path: `/performer/feeds/${encodeURIComponent(postId)}`, answer: Post })
      .then((post) => sync.storePage('posts', [post]))
      // It is there now, or its space is not held.
      .then(() => setTimeout(() => tell({ answered: true, couldHold }), 1_000))
      .catch((error: unknown) => tell({ answered: false, error }))
    return () => {
      isCurrent = false
    }
    // A line that is back is asked again, and a device that has all that is its own.
  }, [sync, postId, isAsked, isOffline, couldHold, attempt])
  const onRetry = () => {
    setOutcome(null)
    setAttempt(attempt + 1)
  }
  return lackOf(outcome, contents, onRetry)
}

/** A post is gone only where the server says so, or where a device that has all it may have could not take it. */
function lackOf(outcome: Outcome | null, contents: Contents, onRetry: () => void): Lack {
  if (!outcome) return { state: 'loading' }
  if (outcome.answered) {
    if (outcome.couldHold) return { state: 'missing', isOffline: false }
    return contents === 'away' ? { state: 'failed', error: null, onRetry } : { state: 'loading' }
  }
  const { error } = outcome
  if (error instanceof ConnectionError) return { state: 'missing', isOffline: true }
  const isGone = error instanceof Refusal && gone.has(error.kind)
  return isGone ? { state: 'missing', isOffline: false } : { state: 'failed', error, onRetry }
}
