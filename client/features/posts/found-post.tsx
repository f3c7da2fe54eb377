import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { PostCard } from './post-card.tsx'

/** A post that a search has found. */
export function FoundPost({ post }: { post: FeedPost }) {
  return <PostCard post={post} author={post.performer} now={useMinute()} />
}
