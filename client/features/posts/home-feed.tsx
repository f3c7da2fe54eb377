import { Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Newspaper } from 'lucide-react'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { $offline } from '../../core/connection/model.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { FeedList } from './feed-list.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { newestFirst, useAwaitedPosts } from './use-awaited-posts.ts'
import type { Awaited } from './use-awaited-posts.ts'
import { useFeed } from './use-feed.ts'
import type { Feed } from './use-feed.ts'
import { useFreshFeedCounts } from './use-fresh-counts.ts'

type Props = {
  viewerId: string
  contents: Contents
  /** Stands where there are no posts yet. */
  start?: ReactNode
}

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

function Followed({ viewerId, contents, start }: Props) {
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
  const feed = useFeed(sync, 'feed', query)
  useFreshFeedCounts({ path: '/user/feeds' }, feed.posts)
  const awaited = useAwaitedPosts(sync, viewerId)
  const isOffline = useUnit($offline)
  const { older, showOlder } = feed
  const { posts, authors } = withAwaited(feed, awaited)
  if (!posts || (posts.length === 0 && contents === 'coming')) return <Section isBusy content={<PostsSkeleton />} />
  return (
    <Section
      content={
        // The newest that are here may all be removed ones.
        posts.length > 0 || older !== 'end' ? (
          <FeedList posts={posts} authors={authors} older={older} onOlder={showOlder} />
        ) : awaited && awaited.creators.length > 0 && isOffline ? (
          <OnTheirWay creators={awaited.creators} />
        ) : contents === 'away' ? (
          <ListUnavailable icon={<Newspaper />} />
        ) : (
          <>
            <EmptyState icon={<Newspaper />} title={t`No posts yet`}>
              <Trans>Follow creators, and what they publish appears here, also when you are offline.</Trans>
            </EmptyState>
            {start}
          </>
        )
      }
    />
  )
}

/** Puts awaited posts into their places, as far down as the feed is shown. */
function withAwaited({ posts, authors, older }: Feed, awaited: Awaited | undefined): Pick<Feed, 'posts' | 'authors'> {
  if (!posts || !awaited || awaited.posts.length === 0) return { posts, authors }
  const end = older === 'end' ? '' : (posts.at(-1)?.publishedAt ?? '')
  const held = new Set(posts.map(({ _id }) => _id))
  const reached = awaited.posts.filter(({ _id, publishedAt }) => !held.has(_id) && (publishedAt ?? '') >= end)
  const known = awaited.creators.map((creator) => [creator._id, creator] as const)
  return { posts: [...posts, ...reached].toSorted(newestFirst), authors: new Map([...authors, ...known]) }
}

function OnTheirWay({ creators }: { creators: readonly Creator[] }) {
  const { t } = useLingui()
  const [{ name } = { name: '' }] = creators
  return (
    <EmptyState icon={<Newspaper />} title={t`No posts on this device yet`}>
      {creators.length === 1 ? (
        <Trans>{name}'s posts arrive when you're online.</Trans>
      ) : (
        <Trans>Posts of the creators you follow arrive when you're online.</Trans>
      )}
    </EmptyState>
  )
}
