import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { BudgetPage } from '../../features/budget/budget-page.tsx'

export const Route = createFileRoute('/wallet/budget')({
  staticData: { needsEngine: true, authenticate: true, layout: 'primary', catalogues: ['money'], title: msg`Limits` },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <BudgetPage />
    </WithSync>
  ),
})
