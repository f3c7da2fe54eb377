import { Trans, useLingui } from '@lingui/react/macro'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Image } from 'lucide-react'
import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { LockedPost } from './media/locked-post.tsx'
import { PostMedia } from './media/post-media.tsx'
import { PostHead } from './post-head.tsx'
import { PostReactions } from './post-reactions.tsx'
import { PostText } from './post-text.tsx'
import { useSeen } from './seen-posts.ts'
import type { Author } from './use-feed.ts'

// Few posts ask something.
const Poll = lazyAgain(async () => (await import('./poll/poll.tsx')).Poll, 'content')

type Props = {
  post: Post
  /** Null while this device does not know who wrote it. */
  author: Author | null
  now: Date
  /** On a page of its own a text is not cut. */
  isWhole?: boolean
}

/** A post as it stands in a feed and on its own page. */
export function PostCard({ post: read, author, now, isWhole = false }: Props) {
  const { t } = useLingui()
  // A row that an older app stored lacks later fields until the server has sent it again.
  const post: Post = { ...noContent, ...read }
  const { poll, files } = post
  const seen = useSeen(post)
  const label = author ? t`Post by ${author.name}` : t`Post`
  const isOut = post.status !== 'scheduled' && post.status !== 'processing'
  return (
    <article
      ref={seen}
      aria-label={label}
      data-post={post._id}
      className="overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <PostHead post={post} author={author} now={now} label={label} />
      {post.text && <PostText post={post} isWhole={isWhole} />}
      {poll && (
        <Suspense
          fallback={<span aria-hidden="true" className="block" style={{ height: pollHeight(poll.options.length) }} />}
        >
          <Poll post={{ ...post, poll }} />
        </Suspense>
      )}
      {post.isLocked ? <LockedPost post={post} label={label} /> : <PostMedia files={files} label={label} />}
      {!post.isLocked && post.fileCount > files.length && <FilesOnTheirWay />}
      {post.tags.length > 0 && <Tags tags={post.tags} />}
      {isOut && <PostReactions post={post} />}
    </article>
  )
}

/** The approximate height of a poll (CSS pixels). */
export function pollHeight(options: number): number {
  return 112 + options * 50
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ul role="list" aria-label={t`Tags`} className="flex flex-wrap gap-x-3 gap-y-1 px-4 pt-3 text-sm text-accent-ink">
      {tags.map((tag) => (
        <li key={tag}>
          <bdi>#{tag}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Files that this device has yet to upload. */
function FilesOnTheirWay() {
  return (
    <p className="flex items-center gap-2 border-t border-line px-4 py-3 text-sm text-muted">
      <Image className="size-5" aria-hidden="true" />
      <Trans>The photos, videos and sounds appear when they are uploaded.</Trans>
    </p>
  )
}
