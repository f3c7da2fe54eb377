import { Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Newspaper } from 'lucide-react'
import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { $offline } from '../../core/connection/model.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { isStorageAway, subscribeToSync, syncState } from '../../core/sync/sync.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { FeedList } from './feed-list.tsx'
import { newestFirst } from './newest-first.ts'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { useAwaitedPosts } from './use-awaited-posts.ts'
import type { Awaited } from './use-awaited-posts.ts'
import { useFeed } from './use-feed.ts'
import type { Feed } from './use-feed.ts'
import { useFirstPosts } from './use-first-posts.ts'
import { useFreshFeedCounts } from './use-fresh-counts.ts'

const PATH = '/user/feeds'

type Props = {
  viewerId: string
  contents: Contents
  /** Stands where there are no posts yet. */
  start?: ReactNode
}

/** The feed and the awaited posts as this device has them. */
type Held = Feed & { awaited: Awaited | undefined }

/**
 * The posts of the creators that the viewer follows, as this device has them; as the server has them until the first ones are
 * on the device. The list is the same before and after the engine is there, so that nothing in it begins again.
 */
export function HomeFeed(props: Props) {
  const isAway = isStorageAway(useSyncExternalStore(subscribeToSync, syncState))
  const [held, setHeld] = useState<Held | null>(null)
  return (
    <>
      <WithSync canWait fallback={isAway && <Section isBusy content={<PostsSkeleton />} />}>
        <ReadFeed viewerId={props.viewerId} onRead={setHeld} />
      </WithSync>
      {!isAway && <Followed {...props} held={held} />}
    </>
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

/** Shows nothing: hands on what the device has, before it is drawn. */
function ReadFeed({ viewerId, onRead }: { viewerId: string; onRead: (held: Held | null) => void }) {
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
  useFreshFeedCounts({ path: PATH }, posts)
  const awaited = useAwaitedPosts(sync, viewerId)
  useLayoutEffect(() => {
    if (posts) onRead({ posts, authors, older, showOlder, awaited })
  }, [onRead, posts, authors, older, showOlder, awaited])
  useLayoutEffect(() => () => onRead(null), [onRead])
  return null
}

function Followed({ viewerId, contents, start, held }: Props & { held: Held | null }) {
  const { t } = useLingui()
  const first = useFirstPosts(PATH, { viewerId, contents, held: held?.posts })
  const isOffline = useUnit($offline)
  const awaited = held?.awaited
  const feed = first ?? (held && withAwaited(held, awaited))
  if (!feed?.posts || (feed.posts.length === 0 && contents === 'coming')) {
    return <Section isBusy content={<PostsSkeleton />} />
  }
  const { posts, authors, older } = feed
  return (
    <Section
      content={
        // The newest that are here may all be removed ones.
        posts.length > 0 || older !== 'end' ? (
          <FeedList posts={posts} authors={authors} older={older} onOlder={held?.showOlder ?? nothingYet} />
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

function nothingYet(): void {}

/** Puts awaited posts into their places, as far down as the feed is shown. */
function withAwaited(feed: Feed, awaited: Awaited | undefined): Feed {
  const { posts, authors, older } = feed
  if (!posts || !awaited || awaited.posts.length === 0) return feed
  const end = older === 'end' ? '' : (posts.at(-1)?.publishedAt ?? '')
  const held = new Set(posts.map(({ _id }) => _id))
  const reached = awaited.posts.filter(({ _id, publishedAt }) => !held.has(_id) && (publishedAt ?? '') >= end)
  const known = awaited.creators.map((creator) => [creator._id, creator] as const)
  return { ...feed, posts: [...posts, ...reached].toSorted(newestFirst), authors: new Map([...authors, ...known]) }
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
