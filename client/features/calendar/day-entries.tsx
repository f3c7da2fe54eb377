import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { beginningOf } from '../../core/page/page-name.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import type { CalendarEntry } from './calendar-entries.ts'

/** The entries of a day, each the way to its editor. */
export function DayEntries({ entries = [] }: { entries: readonly CalendarEntry[] | undefined }) {
  return (
    <ul role="list" className="grid gap-1">
      {entries.map((entry) => (
        <li key={entry._id}>
          <EntryLink entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function EntryLink({ entry }: { entry: CalendarEntry }) {
  const { i18n } = useLingui()
  const time = formatDate(new Date(entry.at), i18n.locale, { timeStyle: 'short' })
  const className = 'block min-h-target rounded-control bg-raised px-2 py-1 text-start text-sm hover:bg-accent-soft'
  const words = (
    <>
      <span className="block text-muted">
        <time dateTime={entry.at}>{time}</time> · <KindWord kind={entry.kind} />
      </span>
      <bdi className="line-clamp-1">{beginningOf(entry.text) || <Trans>No text yet</Trans>}</bdi>
    </>
  )
  const { type, id } = entry.of
  const to = {
    post: { to: '/creator/studio/posts/$postId', params: { postId: id } },
    draft: { to: '/creator/studio/$draftId', params: { draftId: id } },
    broadcast: { to: '/creator/messages/$broadcastId', params: { broadcastId: id } },
  } as const
  return (
    <Link {...to[type]} className={className}>
      {words}
    </Link>
  )
}

function KindWord({ kind }: Pick<CalendarEntry, 'kind'>) {
  switch (kind) {
    case 'scheduled':
      return <Trans>Goes out</Trans>
    case 'published':
      return <Trans>Published</Trans>
    case 'ends':
      return <Trans>Ends</Trans>
    case 'draft':
      return <Trans>Draft</Trans>
    case 'message':
      return <Trans>To many</Trans>
  }
}
