import { useLingui } from '@lingui/react/macro'
import { FeedList as FeedAnswer } from '@vesper/sync/vesper/api/posts.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useUnit } from 'effector-react'
import { useCallback, useMemo, useState } from 'react'
import { ConnectionError } from '../../core/api/api.ts'
import { textOf } from '../../core/api/error-message.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { askOrKept, keptAnswer, useKeptAnswer, VISITOR } from '../../core/api/use-cached-query.ts'
import { useShownCount } from '../../core/page/use-shown-count.ts'
import { $user } from '../../core/session/model.ts'
import { creatorFeedPath, PAGE_SIZE } from './creator-feed-path.ts'
import { FeedList } from './feed-list.tsx'
import { NoPosts } from './no-posts.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { newestFirst } from './use-awaited-posts.ts'
import type { Author, OlderState } from './use-feed.ts'

/** A feed that this device does not hold: the pages that were seen are kept for a start without a line. */
export function RemoteFeed({ author }: { author: Author }) {
  const { t } = useLingui()
  const path = creatorFeedPath(author._id)
  const { data, error, isLoading, mutate } = useKeptAnswer(path, FeedAnswer, { query: { pageSize: PAGE_SIZE } })
  const { posts, older, showOlder } = useFurtherPages(path, data)
  const authors = useMemo(() => new Map([[author._id, author]]), [author])
  if (!data && isLoading) return <PostsSkeleton />
  if (!data) {
    return <ErrorState title={t`Posts could not be loaded`} message={textOf(error)} onRetry={() => void mutate()} />
  }
  if (posts.length === 0) return <NoPosts />
  return <FeedList posts={posts} authors={authors} older={older} onOlder={showOlder} />
}

type Answer = { data: Post[]; total: number }

function useFurtherPages(path: string, first: Answer | undefined) {
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
      ({ data }) => {
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
function keptPages(account: string, path: string, last: number): Post[][] {
  const pages: Post[][] = []
  for (let page = 2; page <= last; page += 1) {
    const kept = keptAnswer<Answer>(account, path, { page })
    if (!kept) break
    pages.push(kept.data)
  }
  return pages
}
