import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { forgetAnswer, useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { isNewHere, subscribeToFirstPull } from '../../core/sync/first-pull.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { PAGE_SIZE } from './creator-feed-path.ts'
import { postsAsPages } from './posts-as-pages.ts'
import type { Author, Feed } from './use-feed.ts'

const QUERY = { pageSize: PAGE_SIZE }

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
 * They are kept till then, so that a line that breaks off before takes away nothing that was seen. Null where the device has
 * posts, and where nothing is kept and the server could not be asked.
 */
export function useFirstPosts(path: string, { viewerId, contents, held }: Options): Shown | null {
  const isNew = useSyncExternalStore(subscribeToFirstPull, () => isNewHere(viewerId))
  const isWanted = contents !== 'here' && (held ? held.length === 0 : isNew)
  const [isBegun, begin] = useState(false)
  if (isWanted && !isBegun) begin(true)
  const isOver = usePast(contents === 'here', ARRIVING_MS)
  const { data } = useKeptAnswer(path, FeedList, {
    query: QUERY,
    parts: postsAsPages,
    isAsked: isBegun && !isOver,
  })
  const isHere = contents === 'here'
  // An answer that comes late is kept once more.
  useEffect(() => {
    if (isHere) forgetAnswer({ path, query: QUERY })
  }, [isHere, isOver, data, path])
  const shown = useMemo(() => (data ? shownOf(data, { viewerId, contents }) : null), [data, viewerId, contents])
  const [first] = shown?.posts ?? []
  if (!first || isOver || (contents === 'here' && held?.some(({ _id }) => _id === first._id))) return null
  return shown
}

type Looking = { viewerId: string; contents: Contents }

function shownOf({ data, total }: { data: FeedPost[]; total: number }, { viewerId, contents }: Looking): Shown {
  const others = data.filter(({ performerId, status }) => performerId !== viewerId && status === 'published')
  return {
    posts: others,
    authors: new Map(others.map(({ performer }) => [performer._id, performer])),
    // The device fetches what is older once it has these.
    older: contents === 'here' || data.length >= total ? 'end' : contents === 'away' ? 'offline' : 'loading',
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
