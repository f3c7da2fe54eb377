import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Health } from '@vesper/sync/engine/health.ts'
import { outboxSummaryOf } from '../../core/sync/outbox-summary.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { numberFormat } from '../../ui/text/number-format.ts'
import { Fact, Facts } from './stat-list.tsx'

/** A link without a text has no name, and nothing is said that is not known. */
const NOT_READ_YET = '…'

/** How the engine stands, fact by fact. */
export function EngineStats({ health }: { health: Health }) {
  const { i18n } = useLingui()
  const { db } = useSync()
  const { status, counts } = health
  const unsent = useLiveQuery(async () => outboxSummaryOf(await db.outbox.toArray()), [db])
  const time = (iso: string) => formatDate(new Date(iso), i18n.locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const number = (value: number) => numberFormat(i18n.locale).format(value)
  return (
    <Facts>
      <Fact name={<Trans>Status</Trans>}>
        <StateBadge state={status.state} />
      </Fact>
      <Fact name={<Trans>Last sync</Trans>}>{status.lastSyncAt ? time(status.lastSyncAt) : <Trans>Never</Trans>}</Fact>
      <Fact name={<Trans>Waiting to be sent</Trans>}>
        {unsent ? (
          <Link to="/outbox" className="font-semibold text-accent-ink underline underline-offset-2">
            {number(unsent.waiting)}
          </Link>
        ) : (
          NOT_READ_YET
        )}
      </Fact>
      <Fact name={<Trans>Refused</Trans>}>{number(counts.rejected)}</Fact>
      <Fact name={<Trans>Oldest waiting since</Trans>}>
        {unsent ? unsent.oldestAt ? time(unsent.oldestAt) : <Trans>No changes are waiting</Trans> : NOT_READ_YET}
      </Fact>
      <Fact name={<Trans>Connects to the server</Trans>}>
        {status.leader ? <Trans>This tab</Trans> : <Trans>Another tab of this browser</Trans>}
      </Fact>
    </Facts>
  )
}

function StateBadge({ state }: { state: Health['status']['state'] }) {
  switch (state) {
    case 'idle':
      return (
        <Badge tone="ok">
          <Trans>Up to date</Trans>
        </Badge>
      )
    case 'syncing':
      return (
        <Badge>
          <Trans>Synchronising</Trans>
        </Badge>
      )
    case 'offline':
      return (
        <Badge tone="warning">
          <Trans>No connection</Trans>
        </Badge>
      )
    case 'needs-auth':
      return (
        <Badge tone="warning">
          <Trans>Waits for you to log in</Trans>
        </Badge>
      )
    case 'failing':
      return (
        <Badge tone="warning">
          <Trans>Cannot reach the server</Trans>
        </Badge>
      )
  }
}
