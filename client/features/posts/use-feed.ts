import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useCallback, useRef, useState } from 'react'
import { useShownCount } from '../../core/page/use-shown-count.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { fetchOlderPosts } from '../../entities/posts/fetch-older-posts.ts'
import type { Fetched } from '../../entities/posts/fetch-older-posts.ts'
import { hasPlace, isShown, placesBelow, contiguousFeed } from './contiguous-feed.ts'
import type { Gap } from './contiguous-feed.ts'

const STEP = 20

export type OlderState = 'idle' | 'loading' | Exclude<Fetched, 'more'> | 'end'

export type Feed = {
  /** Newest first; undefined until this device has been read. */
  posts: Post[] | undefined
  authors: ReadonlyMap<string, Author>
  older: OlderState
  /** Shows what follows, from this device or from the server. */
  showOlder: () => void
}

/** The author of a post, as a card shows them. */
export type Author = Pick<Creator, '_id' | 'name' | 'avatar'> & { username: string | null }

/** `count`: so many were asked for. */
type Read = { count: number; posts: Post[]; gap: Gap | null; hasMore: boolean; authors: Map<string, Author> }

/**
 * A feed as this device has it. `query` gives the newest `count` posts and tombstones, newest first, those in front that
 * still wait to be published. `list` names the feed within its page.
 */
export function useFeed(sync: Sync, list: string, query: (count: number) => Promise<Post[]>): Feed {
  const [count, grow] = useShownCount(list, STEP)
  const [fetching, setFetching] = useState<'idle' | 'loading' | Exclude<Fetched, 'more'>>('idle')
  const read = useLiveQuery(() => readFeed(sync, query, count), [sync, query, count])
  // The live query is a moment behind what a fetch has brought.
  const lastFilled = useRef<string | null>(null)
  const showOlder = useCallback(() => {
    // A device that reads slowly would be asked for more before it has read, again and again.
    if (read?.count !== count || fetching === 'loading') return
    const { gap } = read
    if (!gap) return read.hasMore ? grow(STEP) : undefined
    if (lastFilled.current === nameOf(gap)) return
    setFetching('loading')
    const fill = async () => {
      const fetched = await fetchOlderPosts(sync, gap)
      if (fetched !== 'more') return setFetching(fetched)
      const { gap: left } = await readFeed(sync, query, count + STEP)
      if (left && nameOf(left) === nameOf(gap)) return setFetching('stuck')
      lastFilled.current = nameOf(gap)
      grow(STEP)
      setFetching('idle')
    }
    fill().catch((error: unknown) => {
      console.warn(error)
      setFetching('failed')
    })
  }, [sync, query, count, grow, read, fetching])
  const isWhole = read !== undefined && !read.gap && !read.hasMore
  return {
    posts: read?.posts,
    authors: read?.authors ?? new Map(),
    older: isWhole || fetching === 'stuck' ? 'end' : fetching,
    showOlder,
  }
}

async function readFeed(sync: Sync, query: (count: number) => Promise<Post[]>, count: number): Promise<Read> {
  const found = await query(count)
  const waiting = found.filter((post) => !isConfirmed(post) && isShown(post))
  const held = found.filter(hasPlace)
  const below = await sync.db.posts
    .where('[performerId+seq]')
    .anyOf(placesBelow(held).map((place): [string, number] => [...place]))
    .toArray()
  const known = new Set(below.map(({ performerId, seq }) => `${performerId} ${seq}`))
  const { posts, gap } = contiguousFeed(held, ([performerId, seq]) => known.has(`${performerId} ${seq}`))
  const creators = await sync.db.creators.bulkGet([...new Set(posts.map(({ performerId }) => performerId))])
  const authors = new Map(creators.flatMap((creator) => (creator ? [[creator._id, creator] as const] : [])))
  return { count, posts: [...waiting, ...posts], gap, hasMore: found.length === count, authors }
}

function nameOf({ performerId, seq }: Gap): string {
  return `${performerId} ${seq}`
}
