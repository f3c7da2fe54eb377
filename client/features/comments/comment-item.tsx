import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { DeliveryStateLabel } from '../../core/sync/delivery-state-label.tsx'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { postTime } from '../../ui/text/post-time.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { CommentMenu } from './comment-menu.tsx'
import { CommentPhoto } from './comment-photo.tsx'
import { CommentText } from './comment-text.tsx'
import { EditComment } from './edit-comment.tsx'
import { LikeComment } from './like-comment.tsx'
import { isUnsent } from './merge-comments.ts'
import type { ShownComment } from './merge-comments.ts'
import { PendingPhoto } from './pending-photo.tsx'
import { useThread } from './thread-context.ts'

type Props = {
  comment: ShownComment
  /** Opens the box for an answer; comments that take none have none. */
  onReply?: () => void
  /** The answers. */
  children?: ReactNode
}

/** One comment: who wrote it and when, its text, and what can be done with it. */
export function CommentItem({ comment, onReply, children }: Props) {
  const { t } = useLingui()
  const { viewer, queued } = useThread()
  const [isEditing, setEditing] = useState(false)
  const { author, text, mentions, file, sending } = comment
  if (!author) {
    return (
      <article aria-label={t`A comment that is gone`} className="grid gap-2 py-2">
        <p className="rounded-card bg-raised px-4 py-3 text-sm text-muted">
          <Trans>This comment is gone</Trans>
        </p>
        {children}
      </article>
    )
  }
  return (
    <article aria-label={t`Comment by ${author.name}`} className="flex gap-3 py-2">
      <LiveAvatar creator={author} size="sm" />
      <div className="grid min-w-0 flex-1 gap-1">
        <Head comment={comment} author={author} />
        {isEditing ? (
          <EditComment comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line [unicode-bidi:plaintext]">
            <CommentText text={text} mentions={mentions} />
          </p>
        )}
        {file && <CommentPhoto file={file} />}
        {!file && viewer && isUnsent(queued, comment._id) && <PendingPhoto commentId={comment._id} />}
        <div className="-ms-3 flex flex-wrap items-center gap-x-1">
          <LikeComment comment={comment} />
          {viewer && onReply && !comment.isHidden && (
            <button
              type="button"
              onClick={onReply}
              className="min-h-target rounded-full px-3 text-sm font-semibold text-muted hover:bg-raised hover:text-ink"
            >
              <Trans>Reply</Trans>
            </button>
          )}
          <CommentMenu comment={comment} onEdit={() => setEditing(true)} />
          <span role="status" className="px-2">
            <DeliveryStateLabel sending={sending} />
          </span>
        </div>
        {children}
      </div>
    </article>
  )
}

function Head({ comment, author }: { comment: ShownComment; author: NonNullable<ShownComment['author']> }) {
  const { i18n } = useLingui()
  const { ownerId } = useThread()
  const now = useMinute()
  const { createdAt, editedAt } = comment
  const name = <bdi className="[overflow-wrap:anywhere]">{author.name}</bdi>
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
      {author.isPerformer ? (
        <Link
          to="/$profileId"
          params={{ profileId: author.username ?? author._id }}
          className="font-semibold text-ink hover:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="font-semibold text-ink">{name}</span>
      )}
      {author._id === ownerId && (
        <span className="rounded-full bg-raised px-2 text-xs font-semibold text-accent-ink">
          <Trans>Creator</Trans>
        </span>
      )}
      <time
        dateTime={createdAt}
        title={formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'full', timeStyle: 'short' })}
      >
        {postTime(createdAt, now, i18n.locale)}
      </time>
      {editedAt !== null && <Trans>Edited</Trans>}
      {comment.isHidden && (
        <span className="font-semibold text-danger-ink">
          <Trans>Hidden by staff</Trans>
        </span>
      )}
    </p>
  )
}

/** Folds the answers to a comment. */
export function FoldReplies({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="min-h-target justify-self-start rounded-full px-3 text-sm font-semibold text-accent-ink hover:bg-raised"
    >
      {isOpen ? (
        <Plural value={count} one="Hide # reply" other="Hide # replies" />
      ) : (
        <Plural value={count} one="Show # reply" other="Show # replies" />
      )}
    </button>
  )
}
