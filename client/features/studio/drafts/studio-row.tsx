import { Trans, useLingui } from '@lingui/react/macro'
import { countFiles } from '@vesper/sync/vesper/records/file.ts'
import type { FileCounts } from '@vesper/sync/vesper/records/file.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { translated } from '../../../core/api/error-message.ts'
import { FilePicture } from '../../../entities/library/file-picture.tsx'
import { useFiles } from '../../../entities/library/use-files.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { useNow } from '../../../ui/use-now.ts'
import { isDue } from '../posts/post-items.ts'
import { RowBadges, RowText } from '../row-text.tsx'
import { StandingStatus } from '../standing-status.tsx'
import type { StudioItem } from '../studio-items.ts'
import { EndLabel, TimeLabel } from '../time-label.tsx'

/** One draft of the list: how it begins, what belongs to it, how it stands. */
export function StudioRow({ item: { content, draft, standing, reason, updatedAt } }: { item: StudioItem }) {
  const { i18n } = useLingui()
  const edited = formatDate(new Date(updatedAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const { text, poll, access, price, fileIds, scheduledAt } = content
  const isScheduled = !isDue(scheduledAt, useNow())
  return (
    <span className="grid gap-2">
      <span className="flex items-start gap-3">
        <span className="min-w-0 flex-1">
          <RowText text={text} poll={poll} />
        </span>
        <FirstPicture fileIds={fileIds} draft={draft} />
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <RowBadges
          access={access}
          price={price}
          fileCount={fileIds.length}
          fileCounts={kindsOf(fileIds, draft)}
          hasPoll={poll !== null}
        />
        {draft && draft.kept.length > 0 && (
          <Badge tone="warning">
            <Trans>Both versions kept</Trans>
          </Badge>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StandingStatus standing={standing} />
        {standing === 'publishing' && isScheduled ? (
          <TimeLabel scheduledAt={scheduledAt} publishedAt={null} />
        ) : (
          <time dateTime={updatedAt} className="text-sm text-muted">
            {edited}
          </time>
        )}
        <EndLabel expiresAt={content.expiresAt} />
      </span>
      {reason && <span className="text-sm text-danger-ink">{translated(reason)}</span>}
    </span>
  )
}

/** The first photo or video of a draft, by which its author knows it; nothing while this device has no picture of any. */
function FirstPicture({ fileIds, draft }: { fileIds: readonly string[]; draft: PostDraft | null }) {
  const files = useFiles(fileIds, draft?.files ?? [])
  const first = files.find(({ type, url }) => type !== 'audio' && url !== null)
  if (!first) return null
  return (
    <span
      aria-hidden="true"
      className="relative grid size-16 shrink-0 place-items-center overflow-hidden rounded-control bg-raised"
    >
      <FilePicture file={first} number={1} />
    </span>
  )
}

/** The kinds of these files; undefined while one is not uploaded yet, which may be anything. */
function kindsOf(fileIds: readonly string[], draft: PostDraft | null): FileCounts | undefined {
  const known = draft?.files.filter(({ _id }) => fileIds.includes(_id)) ?? []
  return known.length === fileIds.length ? countFiles(known) : undefined
}
