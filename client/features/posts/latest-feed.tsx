import { Trans, useLingui } from '@lingui/react/macro'
import { FeedList as FeedAnswer } from '@vesper/sync/vesper/api/posts.ts'
import { useUnit } from 'effector-react'
import { Newspaper } from 'lucide-react'
import { useMemo } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useReadUntilPrepared } from '../../entities/content/use-read-until-prepared.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { PAGE_SIZE } from './creator-feed-path.ts'
import { FeedList } from './feed-list.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { useFurtherPages } from './use-further-pages.ts'

const PATH = '/user/feeds/latest'

/** The latest posts of all creators that are open to everybody. */
export function LatestFeed() {
  return (
    <section aria-labelledby="latest" className="grid grid-cols-1 gap-4">
      <h2 id="latest" className="text-lg font-bold">
        <Trans>Latest posts</Trans>
      </h2>
      <div className="mx-auto w-full max-w-2xl">
        <Posts />
      </div>
    </section>
  )
}

function Posts() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, isLoading, mutate } = useKeptAnswer(PATH, FeedAnswer, { query: { pageSize: PAGE_SIZE } })
  const retry = () => void mutate()
  const { posts, older, showOlder } = useFurtherPages(PATH, data)
  useReadUntilPrepared(data?.data ?? [], mutate)
  const authors = useMemo(() => new Map(posts.map(({ performer }) => [performer._id, performer])), [posts])
  if (!data && isLoading) return <PostsSkeleton />
  if (!data && isOffline) return <ListUnavailable icon={<Newspaper />} />
  if (!data) return <ErrorState title={t`Posts could not be loaded`} message={errorMessage(error)} onRetry={retry} />
  if (posts.length === 0) {
    return (
      <EmptyState icon={<Newspaper />} title={t`No posts yet`}>
        <Trans>Posts that are open to everybody appear here.</Trans>
      </EmptyState>
    )
  }
  return <FeedList posts={posts} authors={authors} older={older} onOlder={showOlder} />
}
