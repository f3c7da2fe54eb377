import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline, $syncStatus } from '../../../features/connection/model.ts'
import { PendingScreen } from '../../../features/navigation/pending-screen.tsx'
import { StudioPage } from '../../../features/studio/studio-page.tsx'
import { WithSync } from '../../../with-sync.tsx'

export const Route = createFileRoute('/creator/studio/')({
  staticData: { authenticate: true, onlyPerformer: true, layout: 'primary', catalogue: 'pages', title: msg`Studio` },
  component: Page,
})

function Page() {
  const [isOffline, status] = useUnit([$offline, $syncStatus])
  const navigate = Route.useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      <StudioPage
        isOffline={isOffline}
        hasSynced={Boolean(status?.lastSyncAt)}
        onWrite={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId } })}
      />
    </WithSync>
  )
}
