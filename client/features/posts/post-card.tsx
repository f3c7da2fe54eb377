import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Image } from 'lucide-react'
import { ContentMenu } from '../../core/content/content-menu.tsx'
import { Avatar } from '../../core/media/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/date-format.ts'
import { AccessBadge } from './access-badge.tsx'
import { LockedPhoto } from './locked-photo.tsx'
import { PostReactions } from './post-reactions.tsx'
import { PostPhotos } from './post-photos.tsx'
import { PostText } from './post-text.tsx'
import { postTime } from './post-time.ts'
import type { Author } from './use-feed.ts'

type Props = {
  post: Post
  /** Null while this device does not know who wrote it. */
  author: Author | null
  now: Date
  /** On a page of its own a text is not cut. */
  isWhole?: boolean
}

/** A post as it stands in a feed and on its own page. */
export function PostCard({ post, author, now, isWhole = false }: Props) {
  const { t } = useLingui()
  return (
    <article
      aria-label={author ? t`Post by ${author.name}` : t`Post`}
      data-post={post._id}
      className="overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      <Head post={post} author={author} now={now} />
      {post.text && <PostText post={post} isWhole={isWhole} />}
      {post.poll && <Poll poll={post.poll} />}
      {post.isLocked ? <LockedPhoto post={post} /> : <PostPhotos files={post.files} />}
      {!post.isLocked && post.fileCount > post.files.length && <PhotosOnTheirWay />}
      {post.status !== 'scheduled' && <PostReactions post={post} />}
    </article>
  )
}

function Head({ post, author, now }: { post: Post; author: Author | null; now: Date }) {
  const { t, i18n } = useLingui()
  const at = post.publishedAt ?? post.createdAt
  return (
    <header className="flex items-center gap-3 p-4">
      <Avatar name={author?.name ?? ''} src={author?.avatar ?? null} size="md" />
      <div className="min-w-0 flex-1">
        {author && (
          <Link
            to="/$profileId"
            params={{ profileId: author.username ?? author._id }}
            className="block truncate font-semibold hover:underline"
          >
            <bdi>{author.name}</bdi>
          </Link>
        )}
        {post.status === 'scheduled' ? (
          <GoesOut scheduledAt={post.scheduledAt} />
        ) : isConfirmed(post) ? (
          <Link
            to="/posts/$postId"
            params={{ postId: post._id }}
            title={formatDate(new Date(at), i18n.locale, { dateStyle: 'full', timeStyle: 'short' })}
            className="text-sm text-muted hover:underline"
          >
            <time dateTime={at}>{postTime(at, now, i18n.locale)}</time>
          </Link>
        ) : (
          <span className="text-sm text-muted">{t`Waiting to be published`}</span>
        )}
      </div>
      {post.status === 'archived' && (
        <Badge>
          <Trans>Archived</Trans>
        </Badge>
      )}
      <AccessBadge post={post} />
      {isConfirmed(post) && (
        <ContentMenu label={t`Post options`} content={{ type: 'feed', id: post._id, ownerId: post.performerId }} />
      )}
    </header>
  )
}

/** Its author alone sees it before its time. */
function GoesOut({ scheduledAt }: Pick<Post, 'scheduledAt'>) {
  const { i18n } = useLingui()
  if (scheduledAt === null) return null
  const at = formatDate(new Date(scheduledAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={scheduledAt} className="text-sm text-muted">
      <Trans>Goes out on {at}</Trans>
    </time>
  )
}

function Poll({ poll }: { poll: NonNullable<Post['poll']> }) {
  return (
    <div className="grid gap-2 px-4 pb-4">
      <p dir="auto" className="font-semibold">
        {poll.question}
      </p>
      <ul className="grid gap-1.5">
        {poll.options.map((option) => (
          <li key={option} dir="auto" className="rounded-control bg-raised px-3 py-2 text-sm">
            {option}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Photos that this device has yet to upload. */
function PhotosOnTheirWay() {
  return (
    <p className="flex items-center gap-2 border-t border-line px-4 py-3 text-sm text-muted">
      <Image className="size-5" aria-hidden="true" />
      <Trans>The photos appear when they are uploaded.</Trans>
    </p>
  )
}
