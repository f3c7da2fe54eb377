import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BroadcastList } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { Megaphone } from 'lucide-react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { FiguresList } from './figures-list.tsx'
import { StateLabel } from './state-label.tsx'
import { WelcomeCards } from './welcome-cards.tsx'

/** The creator's messages to many with their figures, and those that go out by themselves. */
export function BroadcastsPage({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Messages to many`}
        actions={
          <Link to="/creator/messages/$broadcastId" params={{ broadcastId: 'new' }} className={buttonClass()}>
            <Trans>Write to many</Trans>
          </Link>
        }
      />
      <div className="safe-x grid gap-8 pt-2 pb-12">
        <Broadcasts contents={contents} />
        <WelcomeCards />
      </div>
    </main>
  )
}

function Broadcasts({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  const { db } = useSync()
  const rows = useLiveQuery(() => db.broadcasts.orderBy('updatedAt').reverse().toArray(), [db])
  const { data } = useKeptAnswer('/performer/broadcasts', BroadcastList)
  const figures = new Map(data?.data.map((one) => [one._id, one.figures]))
  if (rows === undefined || (rows.length === 0 && contents === 'coming'))
    return <Skeleton className="h-40 rounded-card" />
  if (rows.length === 0 && contents === 'away') return <ListUnavailable icon={<Megaphone />} />
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Megaphone />} title={t`Nothing sent to many yet`}>
        <Trans>Write once, and each of your fans gets it in their own conversation with you.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Messages to many`} className="grid gap-2">
      {rows.map((row) => {
        const counted = figures.get(row._id)
        return (
          <li key={row._id} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3">
            <Link to="/creator/messages/$broadcastId" params={{ broadcastId: row._id }} className="grid gap-1">
              <Beginning row={row} />
              <span className="text-sm text-muted">
                <StateLabel {...row} />
              </span>
            </Link>
            {counted && counted.total > 0 && <FiguresList figures={counted} isSold={row.price > 0} />}
          </li>
        )
      })}
    </ul>
  )
}

function Beginning({ row: { text, fileIds } }: { row: Broadcast }) {
  return (
    <bdi className="line-clamp-2 font-semibold wrap-anywhere text-ink">
      {text || (fileIds.length > 0 ? <Trans>Files without words</Trans> : <Trans>Nothing written yet</Trans>)}
    </bdi>
  )
}
