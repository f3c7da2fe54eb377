import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useUnit } from 'effector-react'
import { Video } from 'lucide-react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { RunningCost } from './running-cost.tsx'
import { ShowReceipt } from './show-receipt.tsx'
import { ShowRoom } from './show-room.tsx'
import { useShow } from './use-show.ts'
import { WaitForAnswer } from './wait-for-answer.tsx'

/** A private show for both of its sides: the wait for an answer, the show with its cost, and its receipt. */
export function ShowPage({ requestId, user }: { requestId: string; user: Profile }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data: show, error, isLoading, mutate } = useShow(requestId)
  if (!show && isLoading) {
    return (
      <main aria-busy="true" className="grid gap-4 p-4">
        <Skeleton className="aspect-video w-full max-w-3xl rounded-card" />
      </main>
    )
  }
  if (!show) {
    const isMissing = error instanceof Refusal && error.kind === 'not-found'
    return (
      <main className="grid flex-1 place-items-center">
        {isMissing ? (
          <EmptyState
            heading="h1"
            icon={<Video />}
            title={t`There is no such show`}
            action={
              <Link to="/live" className={buttonClass('secondary')}>
                <Trans>See who is live</Trans>
              </Link>
            }
          />
        ) : (
          <ErrorState
            heading="h1"
            title={isOffline ? t`Shows need a connection` : t`The show could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </main>
    )
  }
  const other = show.performer._id === user._id ? show.fan : show.performer
  const { name } = other
  const title = show.kind === 'group' ? t`Group show with ${name}` : t`Private show with ${name}`
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <PageHeader title={title} leading={<BackButton />} />
      <div className="safe-x flex min-h-0 flex-1 flex-col pb-6">
        <Phase show={show} userId={user._id} />
      </div>
    </main>
  )
}

function Phase({ show, userId }: { show: Show; userId: string }) {
  switch (show.status) {
    case 'requested':
      return <WaitForAnswer show={show} userId={userId} />
    case 'accepted':
    case 'active':
      if (show.kind === 'group' && show.performer._id === userId) return <SeatOfFan show={show} />
      return <ShowRoom show={show} userId={userId} />
    default:
      return <ShowReceipt show={show} userId={userId} />
  }
}

/** One seat of a group show, for its creator: the show itself runs in the studio. */
function SeatOfFan({ show }: { show: Show }) {
  return (
    <div className="grid max-w-md gap-4">
      <RunningCost show={show} isCreator />
      <Link to="/creator/live" className={buttonClass('secondary', 'justify-self-start')}>
        <Trans>To the studio</Trans>
      </Link>
    </div>
  )
}
