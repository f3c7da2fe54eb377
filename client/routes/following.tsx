import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { $contents } from '../core/connection/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { FollowingPage } from '../features/follows/following-page.tsx'

export const Route = createFileRoute('/following')({
  staticData: { needsEngine: true, authenticate: true, layout: 'primary', title: msg`Following` },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  return <FollowingPage contents={useUnit($contents)} />
}
