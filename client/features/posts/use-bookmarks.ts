import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import type { Reaction } from '@vesper/sync/vesper/records/reaction.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Author } from './use-feed.ts'

const PATH = '/reactions/feeds/bookmark'

type Bookmarked = { post: Post; author: Author | null }

/** What is bookmarked, the latest first. `missing` of it this device cannot show; undefined until it has been read. */
export type Bookmarks = { shown: Bookmarked[]; missing: number; isAsking: boolean; error: unknown; retry: () => void }

/**
 * The account's bookmarks: which, says this device; the posts are those that it holds, else those that the server brings.
 * What was bookmarked when the list was opened stays in it: what was pressed by mistake can be pressed again.
 */
export function useBookmarks(): Bookmarks | undefined {
  const { db } = useSync()
  const [seen] = useState(() => new Map<string, Reaction>())
  const held = useLiveQuery(async () => {
    const bookmarks = await db.reactions.where('action').equals('bookmark').toArray()
    const reactions = bookmarks.filter(({ objectType }) => objectType === 'feed')
    for (const reaction of reactions) seen.set(reaction._id, reaction)
    const latestFirst = [...seen.values()].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    const posts = await db.posts.bulkGet(latestFirst.map(({ objectId }) => objectId))
    const authors = await db.creators.bulkGet(posts.map((post) => post?.performerId ?? ''))
    const all = latestFirst.map(({ objectId }, index) => ({
      objectId,
      post: posts[index] ?? null,
      author: authors[index] ?? null,
    }))
    return { all, confirmed: reactions.filter(isConfirmed).length }
  }, [db, seen])
  // The device says which posts are bookmarked, so that pages follow one another without being asked for.
  const asked = usePagedList({ path: PATH, answer: FeedList, search: { current: Infinity }, pageSize: 100 })
  useAgainWhenConfirmed(held?.confirmed, asked.reload)
  if (!held) return undefined
  const answered = new Map(asked.items?.map((post) => [post._id, post]))
  const found = held.all.map(({ objectId, post, author }) => {
    const remote = answered.get(objectId)
    if (post) return { post, author: author ?? remote?.performer ?? null }
    return remote ? { post: remote, author: remote.performer } : null
  })
  const isWhole = asked.items !== undefined && !asked.hasMore && asked.error === undefined
  return {
    shown: found.flatMap((one) => (one && one.post.status !== 'removed' ? [one] : [])),
    // Once the server has told of all, what it did not tell of is not there any more.
    missing: isWhole ? 0 : found.filter((one) => one === null).length,
    isAsking: asked.isLoading,
    error: asked.error,
    retry: asked.retry,
  }
}

/** A server that was asked before it knew of a bookmark is asked again. */
function useAgainWhenConfirmed(confirmed: number | undefined, again: () => Promise<unknown>): void {
  const before = useRef(confirmed)
  useEffect(() => {
    if (before.current !== undefined && before.current !== confirmed) void again()
    before.current = confirmed
  }, [confirmed, again])
}

/** The space of a row is noted when the server brings it. */
function isConfirmed(reaction: Reaction): boolean {
  return '$space' in reaction
}
