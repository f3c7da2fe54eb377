import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $contents, $offline } from '../core/connection/model.ts'
import { $user } from '../core/session/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { CartPageShell, CartSkeleton } from '../features/cart/cart-page-shell.tsx'
import { CartPage } from '../features/cart/cart-page.tsx'
import { buttonClass } from '../ui/controls/button.tsx'

export const Route = createFileRoute('/cart')({
  staticData: { needsEngine: true, authenticate: true, layout: 'primary', catalogues: ['content'], title: msg`Cart` },
  component: () => (
    <WithSync
      fallback={
        <CartPageShell isBusy>
          <CartSkeleton />
        </CartPageShell>
      }
    >
      <Page />
    </WithSync>
  ),
})

function Page() {
  const [user, contents, isOffline] = useUnit([$user, $contents, $offline])
  const navigate = Route.useNavigate()
  if (!user) return null
  return (
    <CartPage
      isOffline={isOffline}
      contents={contents}
      onCheckOut={() => void navigate({ to: '/checkout' })}
      toShops={
        !user.isPerformer && (
          <Link to="/home" className={buttonClass('secondary')}>
            <Trans>Discover creators</Trans>
          </Link>
        )
      }
    />
  )
}
