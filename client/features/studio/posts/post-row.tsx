import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import { countFiles } from '@vesper/sync/vesper/records/file.ts'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { translated } from '../../../core/api/error-message.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { cardClass, RowBadges, RowText } from '../row-text.tsx'
import { StandingStatus } from '../standing-status.tsx'
import { EndLabel, TimeLabel } from '../time-label.tsx'
import type { PostItem } from './post-items.ts'
import { PostMenu } from './post-menu.tsx'
import type { PostCounts } from './use-counts-now.ts'

/** The picture by which its author knows a post. */
function RowPicture({ post: { thumbnail, files } }: { post: Post }) {
  const first = [thumbnail, ...files].find((file) => file?.status === 'ready' && file.thumbnailUrl !== null)
  if (!first?.thumbnailUrl) return null
  return (
    <img
      src={sizedUrl(first.thumbnailUrl, 160)}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-16 shrink-0 rounded-control bg-raised object-cover"
    />
  )
}

function RowCounts({ poll, counts: { likes, comments, views, voters } }: { poll: Post['poll']; counts: PostCounts }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted">
      <span>
        <Plural value={likes} one="# like" other="# likes" />
      </span>
      <span>
        <Plural value={comments} one="# comment" other="# comments" />
      </span>
      <span>
        <Plural value={views} one="# view" other="# views" />
      </span>
      {poll && (
        <span>
          <Plural value={voters} one="# vote" other="# votes" />
        </span>
      )}
    </span>
  )
}

type Props = {
  item: PostItem
  /** As the server has them now; those of the row unless told. */
  counts?: PostCounts | undefined
}

/** One post of one's own: the way to its editor, and what else can be done with it. */
export function PostRow({ item: { post: read, standing, reason }, counts }: Props) {
  // A row that an older app stored lacks later fields.
  const post: Post = { ...noContent, ...read }
  return (
    <div className={cx(cardClass, 'flex items-start hover:border-control')}>
      <Link
        to="/creator/studio/posts/$postId"
        params={{ postId: post._id }}
        className="grid min-w-0 flex-1 gap-2 rounded-card py-4 ps-4 pe-2"
      >
        <span className="flex items-start gap-3">
          <span className="min-w-0 flex-1">
            <RowText text={post.text} poll={post.poll} />
          </span>
          <RowPicture post={post} />
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {post.status === 'processing' && (
            <Badge tone="warning">
              {post.files.some(({ status }) => status === 'failed') ? (
                <Trans>A file could not be processed</Trans>
              ) : (
                <Trans>Preparing files</Trans>
              )}
            </Badge>
          )}
          {post.isPinned && (
            <Badge>
              <Trans>Pinned</Trans>
            </Badge>
          )}
          {post.status === 'archived' && (
            <Badge tone="warning">
              <Trans>Archived</Trans>
            </Badge>
          )}
          {post.status === 'hidden' && (
            <Badge tone="danger">
              <Trans>Hidden by staff</Trans>
            </Badge>
          )}
          <RowBadges
            access={post.access}
            price={post.price}
            fileCount={post.fileCount}
            fileCounts={post.files.length === post.fileCount ? countFiles(post.files) : undefined}
            hasPoll={post.poll !== null}
          />
        </span>
        {post.status === 'published' && <RowCounts poll={post.poll} counts={counts ?? post} />}
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {standing !== 'saved' && <StandingStatus standing={standing} />}
          <TimeLabel scheduledAt={post.scheduledAt} publishedAt={post.publishedAt} />
          {post.status !== 'archived' && <EndLabel expiresAt={post.expiresAt} />}
        </span>
        {reason && <span className="text-sm text-danger-ink">{translated(reason)}</span>}
      </Link>
      <PostMenu post={post} canEdit className="me-1 mt-2" />
    </div>
  )
}
