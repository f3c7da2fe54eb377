import { placedListOf } from '@vesper/sync/vesper/api/fields.ts'
import { Comment } from '@vesper/sync/vesper/records/comment.ts'
import { useEffect, useMemo, useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import type { PagedAnswer } from '../../core/api/use-paged-list.ts'
import { mergeComments } from './merge-comments.ts'
import type { ShownComment } from './merge-comments.ts'
import { useThread } from './thread-context.ts'

const CommentList = placedListOf(Comment)

export type Order = 'newest' | 'liked'

type Merged = {
  fresh: ShownComment[]
  listed: ShownComment[]
  /** Comments of others that came meanwhile and are not shown yet. */
  heldCount: number
  letIn: () => void
  list: PagedAnswer<Comment>
  more: () => void
}

/** The comments below the thing of this thread, or the answers to one of them, the oldest first. */
export function useCommentList(parentId: string | null, order: Order = 'newest'): Merged {
  const thread = useThread()
  const { objectType, objectId, live, missed } = thread
  const [current, setCurrent] = useState(1)
  const [letIn, setLetIn] = useState<ReadonlySet<string>>(new Set())
  const list = usePagedList({
    path: '/comments',
    answer: CommentList,
    query: { objectType, objectId, ...(parentId !== null && { parentId }) },
    search: {
      ...{ current, sortBy: order === 'liked' ? 'likes' : 'createdAt' },
      sort: parentId === null ? 'desc' : 'asc',
    },
  })
  const { items, hasMore, reload } = list
  useEffect(() => {
    if (missed > 0) void reload()
  }, [missed, reload])
  const merged = useMemo(() => {
    // An answer stands below all others: nothing moves when it comes.
    const shown = parentId === null ? letIn : new Set(live.created.keys())
    return mergeComments({ ...thread, read: items ?? [], hasMore, parentId, letIn: shown })
  }, [thread, items, hasMore, parentId, letIn, live])
  const lacking = merged.fresh.flatMap(({ _id, lacksPhoto }) => (lacksPhoto ? _id : [])).join()
  useEffect(() => {
    // In the order of likes a new one would leave its place.
    if (lacking && order === 'newest') void reload()
  }, [lacking, order, reload])
  const fresh = parentId === null ? merged.fresh : merged.fresh.toReversed()
  return {
    ...{ fresh, listed: merged.listed, heldCount: merged.held.length, list },
    letIn: () => {
      setLetIn((before) => new Set([...before, ...merged.held]))
      // The device keeps what is shown. In another order the new ones would leave their place.
      if (order === 'newest') void reload()
    },
    more: () => setCurrent((page) => page + 1),
  }
}
