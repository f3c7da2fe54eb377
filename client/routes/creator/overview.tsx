import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioFrame } from '../../app/layouts/studio-frame.tsx'
import { $user } from '../../core/session/model.ts'
import { EarningsCard } from '../../features/earnings/earnings-card.tsx'
import { OverviewPage } from '../../features/studio/overview/overview-page.tsx'
import { UploadsUnderWay } from '../../features/uploads/uploads-under-way.tsx'

export const Route = createFileRoute('/creator/overview')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Overview`,
  },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return (
    <StudioFrame>
      {(contents) =>
        user && (
          <OverviewPage user={user} contents={contents} earnings={<EarningsCard />} uploads={<UploadsUnderWay />} />
        )
      }
    </StudioFrame>
  )
}
