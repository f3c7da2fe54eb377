import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioNav } from '../../../app/flows/studio-nav.tsx'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $contents } from '../../../core/connection/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { BroadcastsPage } from '../../../features/broadcasts/broadcasts-page.tsx'

export const Route = createFileRoute('/creator/messages/')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Messages to many`,
  },
  component: Page,
})

function Page() {
  const contents = useUnit($contents)
  return (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        <BroadcastsPage contents={contents} />
      </WithSync>
    </>
  )
}
