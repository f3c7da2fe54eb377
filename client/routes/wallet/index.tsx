import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { useClearQuery } from '../../core/page/use-clear-query.ts'
import { safeReturn } from '../../core/session/post-login-destination.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { WalletPage } from '../../features/wallet/wallet-page.tsx'

type Search = { checkoutId?: string | undefined; tokens?: number | undefined; from?: string | undefined }

export const Route = createFileRoute('/wallet/')({
  staticData: { authenticate: true, layout: 'primary', catalogues: ['money'], title: msg`Wallet` },
  validateSearch: ({ checkoutId, tokens, from }: Record<string, unknown>): Search => ({
    checkoutId: typeof checkoutId === 'string' && /^[\w-]{1,255}$/.test(checkoutId) ? checkoutId : undefined,
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
  const { checkoutId, tokens, from } = Route.useSearch()
  // It stays on the page that says so, and a reload does not ask again.
  const [returned] = useState(checkoutId)
  const settle = useClearQuery('/wallet')
  return <WalletPage checkoutId={returned} tokens={tokens} from={from} onSettled={settle} />
}
