import { useLingui } from '@lingui/react/macro'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { PostCard } from './post-card.tsx'
import type { Author } from './use-feed.ts'

/** The posts that a creator has pinned, above all others. */
export function PinnedPosts({ posts, author }: { posts: readonly Post[]; author: Author }) {
  const { t } = useLingui()
  const now = useMinute()
  if (posts.length === 0) return null
  return (
    <ul role="list" aria-label={t`Pinned posts`} className="grid grid-cols-1 gap-4">
      {posts.map((post) => (
        <li key={post._id}>
          <PostCard post={post} author={author} now={now} />
        </li>
      ))}
    </ul>
  )
}

/** The posts of a feed that are not pinned. */
export function withoutPinned(posts: readonly Post[], pinned: readonly Post[]): Post[] {
  const ids = new Set(pinned.map(({ _id }) => _id))
  return posts.filter(({ _id }) => !ids.has(_id))
}
