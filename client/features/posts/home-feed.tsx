import { Trans, useLingui } from '@lingui/react/macro'
import { Newspaper } from 'lucide-react'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import type { Contents } from '../../core/sync/list-availability.ts'
import { NothingYet } from '../../core/sync/list-unavailable.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { FeedList } from './feed-list.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { useFeed } from './use-feed.ts'

type Props = { viewerId: string; contents: Contents }

/** The posts of the creators that the viewer follows, as this device has them. */
export function HomeFeed(props: Props) {
  return (
    <WithSync fallback={<Section isBusy content={<PostsSkeleton />} />}>
      <Followed {...props} />
    </WithSync>
  )
}

function Section({ isBusy = false, content }: { isBusy?: boolean; content: ReactNode }) {
  return (
    <section aria-labelledby="feed" aria-busy={isBusy} className="grid grid-cols-1 gap-4">
      <h2 id="feed" className="text-lg font-bold">
        <Trans>From creators you follow</Trans>
      </h2>
      <div className="mx-auto w-full max-w-2xl">{content}</div>
    </section>
  )
}

function Followed({ viewerId, contents }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const query = useCallback(
    (count: number) =>
      sync.db.posts
        .orderBy('publishedAt')
        .reverse()
        .filter(({ performerId, seq }) => performerId !== viewerId && seq > 0)
        .limit(count)
        .toArray(),
    [sync, viewerId],
  )
  const { posts, authors, older, showOlder } = useFeed(sync, 'feed', query)
  if (!posts || (posts.length === 0 && contents === 'coming')) return <Section isBusy content={<PostsSkeleton />} />
  return (
    <Section
      content={
        // The newest that are here may all be removed ones.
        posts.length > 0 || older !== 'end' ? (
          <FeedList posts={posts} authors={authors} older={older} onOlder={showOlder} />
        ) : contents === 'away' ? (
          <NothingYet icon={<Newspaper />} />
        ) : (
          <EmptyState icon={<Newspaper />} title={t`No posts yet`}>
            <Trans>Follow creators, and what they publish appears here, also when you are offline.</Trans>
          </EmptyState>
        )
      }
    />
  )
}
