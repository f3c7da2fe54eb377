import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { useClearQuery } from '../core/page/use-clear-query.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { useWallet } from '../entities/payments/use-wallet.ts'
import { SubscriptionsPage } from '../features/subscriptions/subscriptions-page.tsx'
import { ReturnNotice } from '../features/wallet/return-notice.tsx'

type Search = { checkoutId?: string | undefined }

export const Route = createFileRoute('/subscriptions')({
  staticData: { authenticate: true, layout: 'primary', catalogues: ['money'], title: msg`Subscriptions` },
  validateSearch: ({ checkoutId }: Record<string, unknown>): Search => ({
    checkoutId: typeof checkoutId === 'string' && /^[\w-]{1,255}$/.test(checkoutId) ? checkoutId : undefined,
  }),
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  // It stays on the page that says so, and a reload does not ask again.
  const [returned] = useState(Route.useSearch().checkoutId)
  const settle = useClearQuery('/subscriptions')
  return (
    <SubscriptionsPage
      balance={useWallet()?.balance}
      returned={
        returned !== undefined && (
          <ReturnNotice
            checkoutId={returned}
            paid={<Trans>Paid: you are subscribed. It opens on all your devices.</Trans>}
            onSettled={settle}
          />
        )
      }
    />
  )
}
