import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { $user } from '../core/session/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { NewAddress } from '../features/addresses/new-address.tsx'
import { CheckoutPage } from '../features/checkout/checkout-page.tsx'

export const Route = createFileRoute('/checkout')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    catalogues: ['money', 'orders'],
    title: msg`Review your order`,
  },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const user = useUnit($user)
  if (!user) return null
  return <CheckoutPage account={user._id} addressForm={(form) => <NewAddress {...form} />} />
}
