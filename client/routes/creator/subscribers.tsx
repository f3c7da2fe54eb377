import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { PauseCard } from '../../features/pauses/pause-card.tsx'
import { SubscribersPage } from '../../features/subscriptions/subscribers-page.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'

export const Route = createFileRoute('/creator/subscribers')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio', 'reach'],
    title: msg`Subscribers`,
  },
  component: () => (
    <SubscribersPage
      pause={(onMoved) => (
        <WithSync fallback={<Skeleton className="h-40 rounded-card" />}>
          <PauseCard onMoved={onMoved} />
        </WithSync>
      )}
    />
  ),
})
