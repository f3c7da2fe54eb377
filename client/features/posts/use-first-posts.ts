import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import { callApi } from '../../core/api/api.ts'
import { listTiming } from '../../core/api/use-cached-query.ts'
import { isNewHere, subscribeToFirstPull } from '../../core/sync/first-pull.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { PAGE_SIZE } from './creator-feed-path.ts'
import type { Author, Feed } from './use-feed.ts'

/** So long (milliseconds) the device may take to show the rows that have arrived. */
const ARRIVING_MS = 2_000

type Shown = Pick<Feed, 'older'> & { posts: Post[]; authors: ReadonlyMap<string, Author> }

type Options = {
  viewerId: string
  contents: Contents
  /** The posts on this device; undefined until it has been read. */
  held: readonly Post[] | undefined
}

/**
 * The newest posts of a feed as the server has them, for a device that has none yet: they stand in until its own have arrived.
 * Null where the device has posts, and where the server could not be asked.
 */
export function useFirstPosts(path: string, { viewerId, contents, held }: Options): Shown | null {
  const isNew = useSyncExternalStore(subscribeToFirstPull, () => isNewHere(viewerId))
  const isWanted = contents === 'coming' && (held ? held.length === 0 : isNew)
  const [isBegun, begin] = useState(false)
  if (isWanted && !isBegun) begin(true)
  const { data } = useSWR(
    isBegun ? ['first posts', viewerId, path] : null,
    () => callApi({ path, query: { pageSize: PAGE_SIZE }, answer: FeedList }),
    { ...listTiming, revalidateOnFocus: false },
  )
  const isComing = contents === 'coming'
  const shown = useMemo(() => (data ? shownOf(data, { viewerId, isComing }) : null), [data, viewerId, isComing])
  const isOver = usePast(contents === 'here', ARRIVING_MS)
  const [first] = shown?.posts ?? []
  if (!first || isOver || (contents === 'here' && held?.some(({ _id }) => _id === first._id))) return null
  return shown
}

type Looking = { viewerId: string; isComing: boolean }

function shownOf({ data, total }: { data: FeedPost[]; total: number }, { viewerId, isComing }: Looking): Shown {
  const others = data.filter(({ performerId, status }) => performerId !== viewerId && status === 'published')
  return {
    posts: others,
    authors: new Map(others.map(({ performer }) => [performer._id, performer])),
    // The device fetches what is older once it has these.
    older: isComing && data.length < total ? 'loading' : 'end',
  }
}

/** True when `isOn` has been true for so many milliseconds. */
function usePast(isOn: boolean, ms: number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setPast(true), ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
  return isPast
}
