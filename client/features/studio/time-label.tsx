import { Trans, useLingui } from '@lingui/react/macro'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { formatDate } from '../../ui/text/date-format.ts'

/** When a post goes out, or when it came out. */
export function TimeLabel({ scheduledAt, publishedAt }: Pick<Post, 'scheduledAt' | 'publishedAt'>) {
  const { i18n } = useLingui()
  const iso = scheduledAt ?? publishedAt
  if (iso === null) return null
  const at = formatDate(new Date(iso), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={iso} className="text-sm text-muted">
      {scheduledAt === null ? <Trans>Published on {at}</Trans> : <Trans>Goes out on {at}</Trans>}
    </time>
  )
}

/** The end of a post that has one. */
export function EndLabel({ expiresAt }: { expiresAt: string | null | undefined }) {
  const { i18n } = useLingui()
  if (expiresAt == null) return null
  const until = formatDate(new Date(expiresAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={expiresAt} className="text-sm text-muted">
      <Trans>Until {until}</Trans>
    </time>
  )
}
