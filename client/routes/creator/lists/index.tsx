import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioNav } from '../../../app/flows/studio-nav.tsx'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $contents } from '../../../core/connection/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { FanListsPage } from '../../../features/fans/fan-lists-page.tsx'

export const Route = createFileRoute('/creator/lists/')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Lists`,
  },
  component: Page,
})

function Page() {
  const contents = useUnit($contents)
  return (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        <FanListsPage contents={contents} />
      </WithSync>
    </>
  )
}
