import { Trans } from '@lingui/react/macro'
import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { useCallback } from 'react'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { useGrantKey } from '../../entities/content/use-grant-key.ts'
import { creatorFeedPath } from './creator-feed-path.ts'
import { FeedList } from './feed-list.tsx'
import { NoPosts } from './no-posts.tsx'
import { PinnedPosts, withoutPinned } from './pinned-posts.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { RemoteFeed } from './remote-feed.tsx'
import { useFeed } from './use-feed.ts'
import type { Author } from './use-feed.ts'
import { useFreshFeedCounts } from './use-fresh-counts.ts'

type Props = { author: Author; isVisitor: boolean }

/** The posts of one creator: from this device for whoever follows, and for the creator; from the server for all others. */
export function CreatorFeed({ author, isVisitor }: Props) {
  return (
    <section aria-labelledby="posts" className="grid grid-cols-1 gap-4">
      {/* The tab above says so to the eye. */}
      <h2 id="posts" className="sr-only">
        <Trans>Posts</Trans>
      </h2>
      {isVisitor ? (
        <RemoteFeed author={author} />
      ) : (
        <WithSync fallback={<PostsSkeleton />}>
          <KnownOrRemote author={author} />
        </WithSync>
      )}
    </section>
  )
}

function KnownOrRemote({ author }: { author: Author }) {
  const { db } = useSync()
  const isHeld = useLiveQuery(
    async () => (await db.spaces.get(spaceOfPerformer(author._id))) !== undefined,
    [db, author._id],
  )
  const grantKey = useGrantKey()
  if (isHeld === undefined || grantKey === undefined) return <PostsSkeleton />
  return isHeld ? <HeldFeed author={author} /> : <RemoteFeed key={grantKey} author={author} />
}

/** A creator's pinned posts on this device, however old, the newest first. */
function pinnedPosts({ db }: Sync, performerId: string): Promise<Post[]> {
  return db.posts
    .where('[performerId+seq]')
    .between([performerId, 1], [performerId, PENDING_SEQ], true, false)
    .reverse()
    .filter(({ isPinned, status }) => isPinned && status === 'published')
    .toArray()
}

function HeldFeed({ author }: { author: Author }) {
  const sync = useSync()
  const query = useCallback(
    (count: number) =>
      sync.db.posts
        .where('[performerId+seq]')
        .between([author._id, 1], [author._id, PENDING_SEQ * 2], true, true)
        .reverse()
        .limit(count)
        .toArray(),
    [sync, author._id],
  )
  const { posts, older, showOlder } = useFeed(sync, 'feed', query)
  const pinned = useLiveQuery(() => pinnedPosts(sync, author._id), [sync, author._id])
  useFreshFeedCounts({ path: creatorFeedPath(author._id) }, posts)
  useFreshFeedCounts({ path: creatorFeedPath(author._id), isPinned: true }, pinned)
  if (!posts || !pinned) return <PostsSkeleton />
  if (posts.length === 0 && older === 'end') return <NoPosts />
  return (
    <>
      <PinnedPosts posts={pinned} author={author} />
      <FeedList
        posts={withoutPinned(posts, pinned)}
        authors={new Map([[author._id, author]])}
        older={older}
        onOlder={showOlder}
      />
    </>
  )
}
