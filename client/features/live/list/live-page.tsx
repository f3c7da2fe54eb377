import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Radio } from 'lucide-react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { useLiveNow } from '../../../entities/live/use-live-now.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { StreamCard } from './stream-card.tsx'

/** All streams that run now. A creator has the way to begin one. */
export function LivePage({ isCreator }: { isCreator: boolean }) {
  const { t } = useLingui()
  return (
    <main className="flex flex-1 flex-col">
      <PageHeader
        title={t`Live now`}
        actions={
          isCreator && (
            <Link to="/creator/live" className={buttonClass('primary', 'px-4')}>
              <Trans>Go live</Trans>
            </Link>
          )
        }
      />
      <div className="safe-x pt-1 pb-10">
        <Streams />
      </div>
    </main>
  )
}

function Streams() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { streams, error, isLoading, reload } = useLiveNow()
  if (isLoading && !isOffline) {
    return (
      <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-60 rounded-card" />
        ))}
      </div>
    )
  }
  if (isOffline) {
    return (
      <Notice tone="warning" role="status">
        <Trans>Live streams need a connection. They appear here when you are back.</Trans>
      </Notice>
    )
  }
  if (!streams)
    return <ErrorState title={t`Streams could not be loaded`} message={errorMessage(error)} onRetry={reload} />
  if (streams.length === 0) {
    return (
      <EmptyState
        icon={<Radio />}
        title={t`No creator is live right now`}
        action={
          <Link to="/explore" className={buttonClass('secondary')}>
            <Trans>Discover creators</Trans>
          </Link>
        }
      >
        <Trans>Follow creators to hear when they go live.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Live now`} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {streams.map((stream) => (
        <li key={stream._id}>
          <StreamCard stream={stream} />
        </li>
      ))}
    </ul>
  )
}
