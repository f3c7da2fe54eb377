import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useUnit } from 'effector-react'
import { Pin } from 'lucide-react'
import { $user } from '../../core/session/model.ts'
import { ShareMenu } from '../../entities/content/share-menu.tsx'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { Badge } from '../../ui/controls/badge.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { postTime } from '../../ui/text/post-time.ts'
import { AccessBadge } from './access-badge.tsx'
import type { Author } from './use-feed.ts'

/** Fans see the end of a post when it is this near. */
const LAST_DAYS_MS = 7 * 86_400_000

/** `label` names the post. */
type Props = { post: Post; author: Author | null; now: Date; label: string }

/** Who wrote a post, when, and for whom. */
export function PostHead({ post, author, now, label }: Props) {
  const { t } = useLingui()
  return (
    <header className="flex items-center gap-3 p-4">
      <LiveAvatar creator={author ?? { _id: '', name: '', avatar: null }} />
      <div className="min-w-0 flex-1">
        {author && (
          <Link
            to="/$profileId"
            params={{ profileId: author.username ?? author._id }}
            dir="auto"
            className="block w-fit max-w-full truncate font-semibold hover:underline"
          >
            {author.name}
          </Link>
        )}
        <When post={post} now={now} />
        <Until post={post} now={now} />
      </div>
      {post.isPinned && post.status === 'published' && (
        <Badge className="[&_svg]:size-3.5">
          <Pin aria-hidden="true" />
          <Trans>Pinned</Trans>
        </Badge>
      )}
      {post.status === 'archived' && (
        <Badge>
          <Trans>Archived</Trans>
        </Badge>
      )}
      {post.status === 'hidden' && (
        <Badge tone="danger">
          <Trans>Hidden by staff</Trans>
        </Badge>
      )}
      <AccessBadge post={post} />
      {isConfirmed(post) && (
        <ShareMenu
          label={t`Post options`}
          content={{ type: 'feed', id: post._id, ownerId: post.performerId }}
          page={post.status === 'published' ? { name: label, path: `/posts/${post._id}` } : null}
        />
      )}
    </header>
  )
}

function When({ post, now }: Pick<Props, 'post' | 'now'>) {
  const { t, i18n } = useLingui()
  const at = post.publishedAt ?? post.createdAt
  if (post.status === 'processing')
    return <span className="text-sm text-muted">{t`Goes out when its files are ready`}</span>
  if (post.status === 'scheduled') return <GoesOut scheduledAt={post.scheduledAt} />
  if (!isConfirmed(post)) return <span className="text-sm text-muted">{t`Waiting to be published`}</span>
  return (
    <Link
      to="/posts/$postId"
      params={{ postId: post._id }}
      title={formatDate(new Date(at), i18n.locale, { dateStyle: 'full', timeStyle: 'short' })}
      className="text-sm text-muted hover:underline"
    >
      <time dateTime={at}>{postTime(at, now, i18n.locale)}</time>
    </Link>
  )
}

/** The end of a post: its author always sees it, others in its last days. */
function Until({ post: { status, performerId, expiresAt }, now }: Pick<Props, 'post' | 'now'>) {
  const { i18n } = useLingui()
  const isOwn = useUnit($user)?._id === performerId
  if (expiresAt == null || status === 'archived') return null
  const at = new Date(expiresAt)
  if (!isOwn && at.getTime() - now.getTime() > LAST_DAYS_MS) return null
  const until = formatDate(at, i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={expiresAt} className="block text-sm text-muted">
      <Trans>Until {until}</Trans>
    </time>
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
