import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DevicePage } from '../features/device/device-page.tsx'
import { PendingScreen } from '../features/navigation/pending-screen.tsx'
import { WithSync } from '../with-sync.tsx'

export const Route = createFileRoute('/device')({
  staticData: { authenticate: true, layout: 'primary', catalogue: 'pages', title: msg`About this device` },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <DevicePage />
    </WithSync>
  ),
})
