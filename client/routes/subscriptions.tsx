import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { SubscriptionsPage } from '../features/subscriptions/subscriptions-page.tsx'
import { useWallet } from '../features/wallet/use-wallet.ts'

export const Route = createFileRoute('/subscriptions')({
  staticData: { authenticate: true, layout: 'primary', catalogues: ['money'], title: msg`Subscriptions` },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  return <SubscriptionsPage balance={useWallet()?.balance} />
}
