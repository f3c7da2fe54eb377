import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { $user } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { NewAddress } from '../../features/addresses/new-address.tsx'
import { OrderPage } from '../../features/orders/order-page.tsx'

export const Route = createFileRoute('/orders/$orderId')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    catalogues: ['money', 'orders'],
    title: msg`Order`,
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const { orderId } = Route.useParams()
  const user = useUnit($user)
  if (!user) return null
  return (
    <OrderPage key={orderId} account={user._id} orderId={orderId} addressForm={(form) => <NewAddress {...form} />} />
  )
}
