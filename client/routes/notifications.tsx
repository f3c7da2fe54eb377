import { msg } from '@lingui/core/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { openConversation } from '../app/flows/open-conversation.ts'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { $contents } from '../core/connection/model.ts'
import { $user } from '../core/session/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { ActivityPage } from '../features/notifications/activity-page.tsx'

export const Route = createFileRoute('/notifications')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    title: msg`Activity`,
    catalogues: ['activity'],
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const [contents, user] = useUnit([$contents, $user])
  const router = useRouter()
  return (
    user && <ActivityPage contents={contents} user={user} onReply={(other) => void openConversation(router, other)} />
  )
}
