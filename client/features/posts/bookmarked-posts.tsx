import { Trans } from '@lingui/react/macro'
import { BookmarkList } from '../../entities/reactions/bookmark-list.tsx'
import type { BookmarkScreen } from '../../entities/reactions/bookmark-list.tsx'
import { PostCard } from './post-card.tsx'
import { PostsSkeleton } from './posts-skeleton.tsx'
import { useBookmarks } from './use-bookmarks.ts'

/** The posts that the account has bookmarked. */
export function BookmarkedPosts(screen: BookmarkScreen) {
  const bookmarks = useBookmarks()
  const now = new Date()
  return (
    <BookmarkList
      {...screen}
      bookmarks={bookmarks}
      keyOf={({ post }) => post._id}
      skeleton={<PostsSkeleton />}
      emptyText={<Trans>Posts that you bookmark appear here.</Trans>}
    >
      {({ post, author }) => <PostCard post={post} author={author} now={now} />}
    </BookmarkList>
  )
}
