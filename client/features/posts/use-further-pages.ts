import { FeedList as FeedAnswer } from '@vesper/sync/vesper/api/posts.ts'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { useUnit } from 'effector-react'
import { useCallback, useMemo, useState } from 'react'
import { ConnectionError } from '../../core/api/api.ts'
import { askOrKept, keptAnswer, VISITOR } from '../../core/api/use-cached-query.ts'
import { useShownCount } from '../../core/page/use-shown-count.ts'
import { $user } from '../../core/session/model.ts'
import { PAGE_SIZE } from './creator-feed-path.ts'
import { newestFirst } from './newest-first.ts'
import type { OlderState } from './use-feed.ts'

type Answer = { data: FeedPost[]; total: number }

/** The posts of a feed that the server has: the `first` page, and those that the user has come to, which are kept. */
export function useFurtherPages(path: string, first: Answer | undefined) {
  const account = useUnit($user)?._id ?? VISITOR
  const [shown, grow] = useShownCount('feed', 1)
  const [pages, setPages] = useState(() => keptPages(account, path, shown))
  const [state, setState] = useState<OlderState>('idle')
  const posts = useMemo(() => {
    const byId = new Map([...(first?.data ?? []), ...pages.flat()].map((post) => [post._id, post]))
    // A kept page is of another day than the one before it.
    return [...byId.values()].toSorted(newestFirst)
  }, [first, pages])
  const before = posts.at(-1)?.publishedAt
  const showOlder = useCallback(() => {
    if (state === 'loading' || !before) return
    setState('loading')
    const page = pages.length + 2
    askOrKept({ path, query: { before, pageSize: PAGE_SIZE }, keptAs: { page } }, FeedAnswer).then(
      ({ answer: { data } }) => {
        setPages((known) => [...known, data])
        grow(1)
        setState(data.length < PAGE_SIZE ? 'end' : 'idle')
      },
      (error: unknown) => setState(error instanceof ConnectionError ? 'offline' : 'failed'),
    )
  }, [path, before, grow, pages, state])
  const isWhole = first !== undefined && first.data.length >= first.total
  return { posts, older: isWhole ? ('end' as const) : state, showOlder }
}

/** The pages after the first, up to `last`, as far as this device keeps them. */
function keptPages(account: string, path: string, last: number): FeedPost[][] {
  const pages: FeedPost[][] = []
  for (let page = 2; page <= last; page += 1) {
    const kept = keptAnswer(account, { path, query: { page } }, FeedAnswer)
    if (!kept) break
    pages.push(kept.data)
  }
  return pages
}
