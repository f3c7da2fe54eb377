import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { useClearQuery } from '../../core/page/use-clear-query.ts'
import { safeReturn } from '../../core/session/post-login-destination.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { useLeadBack } from '../../entities/payments/top-up/use-lead-back.ts'
import { WalletPage } from '../../features/wallet/wallet-page.tsx'

type Search = {
  checkoutId?: string | undefined
  /** An order whose pay page was left. */
  left?: string | undefined
  tokens?: number | undefined
  from?: string | undefined
}

export const Route = createFileRoute('/wallet/')({
  staticData: { needsEngine: true, authenticate: true, layout: 'primary', catalogues: ['money'], title: msg`Wallet` },
  validateSearch: ({ checkoutId, left, tokens, from }: Record<string, unknown>): Search => ({
    checkoutId: typeof checkoutId === 'string' && /^[\w-]{1,255}$/.test(checkoutId) ? checkoutId : undefined,
    left: typeof left === 'string' && /^[\w-]{1,40}$/.test(left) ? left : undefined,
    from: (typeof from === 'string' && safeReturn(from)) || undefined,
    tokens: typeof tokens === 'number' && Number.isInteger(tokens) && tokens > 0 ? tokens : undefined,
  }),
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const { checkoutId, left, tokens, from } = Route.useSearch()
  // It stays on the page that says so, and a reload does not ask again.
  const [returned] = useState(checkoutId)
  const isLeading = useLeadBack({ checkoutId: returned, left })
  const settle = useClearQuery('/wallet')
  if (isLeading) return <PendingScreen />
  return <WalletPage checkoutId={returned} tokens={tokens} from={from} onSettled={settle} />
}
