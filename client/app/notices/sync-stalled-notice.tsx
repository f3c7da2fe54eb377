import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { outboxSummaryOf } from '../../core/sync/outbox-summary.ts'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { useNow } from '../../ui/use-now.ts'

/** Mutations that have waited for less are on their way. */
const WAITING_MS = 30_000

/** Says, while the server can be reached, that something has waited for long: what, since when, and where to look. */
export function StuckNotice() {
  return (
    <WithSync fallback={null} canWait>
      <Stuck />
    </WithSync>
  )
}

function Stuck() {
  const { i18n } = useLingui()
  const { db } = useSync()
  const now = useNow()
  const queued = useLiveQuery(() => db.outbox.orderBy('order').toArray(), [db])
  const oldest = queued?.find(({ state }) => state !== 'rejected')
  if (!queued || !oldest || now - Date.parse(oldest.queuedAt) < WAITING_MS) return null
  const { waiting, oldestAt } = outboxSummaryOf(queued)
  const since = timeOf(oldestAt ?? oldest.queuedAt, now, i18n.locale)
  return (
    <div className="safe-x flex flex-wrap items-center justify-center gap-x-3 bg-warn-soft py-1 text-center text-sm text-warn-ink">
      <p className="flex items-center gap-2.5">
        <TriangleAlert className="size-4.5 shrink-0" aria-hidden="true" />
        {waiting > 0 ? (
          <Plural
            value={waiting}
            one={`# change has waited since ${since} and does not get through. Vesper goes on trying.`}
            other={`# changes have waited since ${since} and do not get through. Vesper goes on trying.`}
          />
        ) : (
          <Trans>Vesper has not got through to the server since {since}, and goes on trying.</Trans>
        )}
      </p>
      <Link
        to={waiting > 0 ? '/outbox' : '/device'}
        className="inline-flex min-h-target items-center px-2 font-semibold underline"
      >
        {waiting > 0 ? <Trans>See unsent changes</Trans> : <Trans>About this device</Trans>}
      </Link>
    </div>
  )
}

/** With the day where that is another. */
function timeOf(iso: string, now: number, locale: string): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date(now).toDateString()
  return formatDate(at, locale, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) })
}
