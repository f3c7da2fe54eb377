import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { $contents } from '../core/connection/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { AddressesPage } from '../features/addresses/addresses-page.tsx'

export const Route = createFileRoute('/addresses')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    catalogues: ['orders'],
    title: msg`Addresses`,
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  return <AddressesPage contents={useUnit($contents)} />
}
