import { useLingui } from '@lingui/react/macro'
import { FeedList as FeedAnswer } from '@vesper/sync/vesper/api/posts.ts'
import { useMemo } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useReadUntilPrepared } from '../../entities/content/use-read-until-prepared.ts'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { creatorFeedPath, PAGE_SIZE } from './creator-feed-path.ts'
import { FeedList } from './feed-list.tsx'
import { NoPosts } from './no-posts.tsx'
import { PinnedPosts, withoutPinned } from './pinned-posts.tsx'
import { postsAsPages } from './posts-as-pages.ts'
import { PostsSkeleton } from './posts-skeleton.tsx'
import type { Author } from './use-feed.ts'
import { useFurtherPages } from './use-further-pages.ts'

/** A feed that this device does not hold: the pages that were seen are kept for a start without a line. */
export function RemoteFeed({ author }: { author: Author }) {
  const { t } = useLingui()
  const path = creatorFeedPath(author._id)
  const { data, error, isLoading, mutate } = useKeptAnswer(path, FeedAnswer, {
    query: { pageSize: PAGE_SIZE },
    parts: postsAsPages,
  })
  const pins = useKeptAnswer(path, FeedAnswer, { query: { pinned: 'true', pageSize: PAGE_SIZE } })
  const pinned = pins.data?.data ?? []
  const { posts, older, showOlder } = useFurtherPages(path, data)
  useReadUntilPrepared(data?.data ?? [], mutate)
  const authors = useMemo(() => new Map([[author._id, author]]), [author])
  if (!data && isLoading) return <PostsSkeleton />
  if (!data) {
    return (
      <ErrorState title={t`Posts could not be loaded`} message={errorMessage(error)} onRetry={() => void mutate()} />
    )
  }
  if (posts.length === 0) return <NoPosts />
  return (
    <>
      <PinnedPosts posts={pinned} author={author} />
      <FeedList posts={withoutPinned(posts, pinned)} authors={authors} older={older} onOlder={showOlder} />
    </>
  )
}
