import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Reactions } from '../../core/reactions/reactions.tsx'

/** Likes and bookmarks of a post that is published. */
export function PostReactions({ post }: { post: Post }) {
  if (!isConfirmed(post) || post.status !== 'published') return null
  return (
    <footer className="flex min-h-13 flex-wrap items-center gap-1 px-2 py-1">
      <Reactions
        of={{ objectType: 'feed', objectId: post._id }}
        likes={post.likes}
        isLocked={post.isLocked}
        path={`/posts/${post._id}`}
      />
    </footer>
  )
}
