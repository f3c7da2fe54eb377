import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { translated } from '../../../core/api/error-message.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import type { PostItem } from './post-items.ts'
import { PostMenu } from './post-menu.tsx'
import { cardClass, RowBadges, RowText } from '../row-parts.tsx'
import { StandingSign } from '../standing-status.tsx'
import { TimeWord } from '../time-label.tsx'

/** One post of one's own: the way to its editor, and what else can be done with it. */
export function PostRow({ item: { post, standing, reason } }: { item: PostItem }) {
  return (
    <div className={cx(cardClass, 'flex items-start hover:border-control')}>
      <Link
        to="/creator/studio/posts/$postId"
        params={{ postId: post._id }}
        className="grid min-w-0 flex-1 gap-2 rounded-card py-4 ps-4 pe-2"
      >
        <RowText text={post.text} poll={post.poll} />
        <span className="flex flex-wrap items-center gap-2">
          {post.status === 'archived' && (
            <Badge tone="warning">
              <Trans>Archived</Trans>
            </Badge>
          )}
          <RowBadges access={post.access} price={post.price} fileCount={post.fileCount} hasPoll={post.poll !== null} />
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {standing !== 'saved' && <StandingSign standing={standing} />}
          <TimeWord scheduledAt={post.scheduledAt} publishedAt={post.publishedAt} />
        </span>
        {reason && <span className="text-sm text-danger-ink">{translated(reason)}</span>}
      </Link>
      <PostMenu post={post} canEdit className="me-1 mt-2" />
    </div>
  )
}
