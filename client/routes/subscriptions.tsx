import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { useClearQuery } from '../core/page/use-clear-query.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { ReturnNotice } from '../entities/payments/return-notice.tsx'
import { useLeadBack } from '../entities/payments/top-up/use-lead-back.ts'
import { useWallet } from '../entities/payments/use-wallet.ts'
import { SubscriptionsPage } from '../features/subscriptions/subscriptions-page.tsx'
import { tellOfTerm } from '../features/subscriptions/tell-of-term.ts'

type Search = { checkoutId?: string | undefined; left?: string | undefined }

export const Route = createFileRoute('/subscriptions')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    catalogues: ['money'],
    title: msg`Subscriptions`,
  },
  validateSearch: ({ checkoutId, left }: Record<string, unknown>): Search => ({
    checkoutId: typeof checkoutId === 'string' && /^[\w-]{1,255}$/.test(checkoutId) ? checkoutId : undefined,
    left: typeof left === 'string' && /^[\w-]{1,40}$/.test(left) ? left : undefined,
  }),
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  // It stays on the page that says so, and a reload does not ask again.
  const { checkoutId, left } = Route.useSearch()
  const [returned] = useState(checkoutId)
  const isLeading = useLeadBack({ checkoutId: returned, left, onThingPaid: (id) => void tellOfTerm(id) })
  const wallet = useWallet()
  const settle = useClearQuery('/subscriptions')
  if (isLeading) return <PendingScreen />
  return (
    <SubscriptionsPage
      balance={wallet?.balance}
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
