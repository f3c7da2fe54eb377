import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $line } from '../features/connection/model.ts'
import { DevicePage } from '../features/device/device-page.tsx'
import { PendingScreen } from '../features/navigation/pending-screen.tsx'
import { $user } from '../features/session/model.ts'
import { WithSync } from '../with-sync.tsx'

export const Route = createFileRoute('/device')({
  staticData: { authenticate: true, layout: 'primary', catalogue: 'pages', title: msg`About this device` },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const [user, line] = useUnit([$user, $line])
  return user && <DevicePage account={user._id} line={line} />
}
