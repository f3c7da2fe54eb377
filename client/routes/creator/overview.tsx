import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { $contents } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { EarningsCard } from '../../features/earnings/earnings-card.tsx'
import { OverviewPage } from '../../features/studio/overview/overview-page.tsx'
import { UploadsUnderWay } from '../../features/uploads/uploads-under-way.tsx'

export const Route = createFileRoute('/creator/overview')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Overview`,
  },
  component: Page,
})

function Page() {
  const [user, contents] = useUnit([$user, $contents])
  return (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        {user && (
          <OverviewPage user={user} contents={contents} earnings={<EarningsCard />} uploads={<UploadsUnderWay />} />
        )}
      </WithSync>
    </>
  )
}
