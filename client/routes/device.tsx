import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { mutationWords } from '../app/mutation-words.ts'
import { $line } from '../core/connection/model.ts'
import { $user } from '../core/session/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { DevicePage } from '../features/device/device-page.tsx'

export const Route = createFileRoute('/device')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    whileSuspended: true,
    layout: 'primary',
    catalogues: ['aside', 'pages'],
    title: msg`About this device`,
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const [user, line] = useUnit([$user, $line])
  return user && <DevicePage account={user._id} words={mutationWords} line={line} />
}
