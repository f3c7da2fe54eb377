import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { translated } from '../../error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/date-format.ts'
import { AccessWord } from './access-words.tsx'
import { StandingSign } from './standing-sign.tsx'
import type { StudioItem } from './studio-items.ts'

/** One draft of the list: how it begins, what belongs to it, how it stands. */
export function StudioRow({ item: { content, draft, standing, reason, updatedAt } }: { item: StudioItem }) {
  const { i18n } = useLingui()
  const edited = formatDate(new Date(updatedAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const begins = content.text.trim() || content.poll?.question.trim()
  return (
    <span className="grid gap-2">
      <span dir="auto" className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {begins ?? (
          <span className="text-muted">
            <Trans>Nothing written yet</Trans>
          </span>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <Badge>
          <AccessWord access={content.access} />
        </Badge>
        {content.fileIds.length > 0 && (
          <Badge>
            <Plural value={content.fileIds.length} one="# photo" other="# photos" />
          </Badge>
        )}
        {content.poll && (
          <Badge>
            <Trans>Poll</Trans>
          </Badge>
        )}
        {draft && draft.kept.length > 0 && (
          <Badge tone="warning">
            <Trans>Both versions kept</Trans>
          </Badge>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StandingSign standing={standing} />
        <time dateTime={updatedAt} className="text-sm text-muted">
          {edited}
        </time>
      </span>
      {reason && <span className="text-sm text-danger-ink">{translated(reason)}</span>}
    </span>
  )
}
