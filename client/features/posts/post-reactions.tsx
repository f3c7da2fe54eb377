import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { MessageCircle } from 'lucide-react'
import { useCountNow } from '../../entities/content/use-count-now.ts'
import { Reactions } from '../../entities/reactions/reactions.tsx'

/** Likes, bookmarks and comments of a post that is published. */
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
      {!post.isLocked && <ToComments post={post} />}
    </footer>
  )
}

function ToComments({ post: { _id, comments: counted } }: { post: Post }) {
  const { t, i18n } = useLingui()
  const comments = useCountNow(`comments ${_id}`, counted)
  const count = comments > 0 ? i18n.number(comments) : ''
  return (
    <Link
      to="/posts/$postId"
      params={{ postId: _id }}
      hash="comments"
      title={t`Comments`}
      aria-label={count ? t`Comments, ${count}` : t`Comments`}
      className="order-first inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-full px-3 text-sm font-semibold text-muted transition duration-150 ease-out hover:bg-raised active:scale-95"
    >
      <MessageCircle className="size-5" aria-hidden="true" />
      {count}
    </Link>
  )
}
