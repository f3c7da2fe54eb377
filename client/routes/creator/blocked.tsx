import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { $contents } from '../../core/connection/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { BlockedPage } from '../../features/moderation/blocked-page.tsx'

export const Route = createFileRoute('/creator/blocked')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['pages'],
    title: msg`Blocked`,
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  return <BlockedPage contents={useUnit($contents)} />
}
