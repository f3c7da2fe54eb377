import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import { laneOfPost } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useState } from 'react'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { fetchOlderPosts } from '../../../entities/posts/fetch-older-posts.ts'
import type { Fetched } from '../../../entities/posts/fetch-older-posts.ts'
import { inOrderOfTime, ownRun, postItems } from './post-items.ts'
import type { Missing, PostItem } from './post-items.ts'

const STEP = 20

/** `more`: there are older ones, on this device or on the server. */
export type OlderState = 'more' | 'loading' | 'end' | Exclude<Fetched, 'more' | 'stuck'>

export type OwnPosts = {
  /** Undefined until this device has been read. */
  items: PostItem[] | undefined
  older: OlderState
  showMore: () => void
}

/** The scheduled posts of an account, the next first. */
export function useScheduled(accountId: string): OwnPosts {
  const sync = useSync()
  const [count, setCount] = useState(STEP)
  const items = useLiveQuery(async () => {
    const unplaced = await sync.db.posts.where('[performerId+seq]').equals([accountId, 0]).toArray()
    return postItems(await withoutDrafts(sync, inOrderOfTime(unplaced)), await outboxOf(sync))
  }, [sync, accountId])
  const isWhole = items === undefined || items.length <= count
  return {
    items: items?.slice(0, count),
    older: isWhole ? 'end' : 'more',
    showMore: () => setCount((now) => now + STEP),
  }
}

/** The published and the archived posts of an account, newest first: from this device, older ones from the server. */
export function usePublished(accountId: string): OwnPosts {
  const sync = useSync()
  const [count, setCount] = useState(STEP)
  const [fetching, setFetching] = useState<'idle' | 'loading' | Exclude<Fetched, 'more'>>('idle')
  const read = useLiveQuery(() => readPublished(sync, accountId, count), [sync, accountId, count])
  const showMore = () => {
    if (!read || fetching === 'loading') return
    if (!read.missing) return setCount((now) => now + STEP)
    setFetching('loading')
    void fetchOlderPosts(sync, { performerId: accountId, ...read.missing }).then((fetched) => {
      setFetching(fetched === 'more' ? 'idle' : fetched)
      if (fetched === 'more') setCount((now) => now + STEP)
    })
  }
  const isWhole = !read || fetching === 'stuck' || (!read.missing && !read.hasMore)
  return { items: read?.items, older: isWhole ? 'end' : fetching === 'idle' ? 'more' : fetching, showMore }
}

type Read = { items: PostItem[]; missing: Missing | null; hasMore: boolean }

async function readPublished(sync: Sync, accountId: string, count: number): Promise<Read> {
  const found = await sync.db.posts
    .where('[performerId+seq]')
    .between([accountId, 1], [accountId, PENDING_SEQ * 2], true, true)
    .reverse()
    .limit(count + 1)
    .toArray()
  const { posts, missing, hasMore } = ownRun(found, count)
  return { items: postItems(await withoutDrafts(sync, posts), await outboxOf(sync)), missing, hasMore }
}

/** A draft that waits to be published is listed as that, and not as its post beside it. */
async function withoutDrafts(sync: Sync, posts: readonly Post[]): Promise<Post[]> {
  const drafts = await sync.db['post-drafts'].bulkGet(posts.map(({ _id }) => _id))
  return posts.filter((_, index) => drafts[index] === undefined)
}

function outboxOf(sync: Sync) {
  return sync.db.outbox.where('lane').startsWith(laneOfPost('')).sortBy('order')
}
