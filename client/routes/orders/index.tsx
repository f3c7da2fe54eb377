import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { OrdersPage } from '../../features/orders/orders-page.tsx'

export const Route = createFileRoute('/orders/')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    catalogues: ['money', 'orders'],
    title: msg`Orders`,
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <OrdersPage />
    </WithSync>
  ),
})
