import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { purchaseKinds } from '../features/purchases/purchase-kinds.ts'
import type { PurchaseKind } from '../features/purchases/purchase-kinds.ts'
import { PurchasesPage } from '../features/purchases/purchases-page.tsx'

type Search = { kind?: PurchaseKind | undefined }

export const Route = createFileRoute('/purchases')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    catalogues: ['money'],
    title: msg`Purchases`,
  },
  validateSearch: ({ kind }: Record<string, unknown>): Search => ({ kind: purchaseKinds.find((one) => one === kind) }),
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const { kind = 'all' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <PurchasesPage shown={kind} onShow={(next) => void navigate({ search: { kind: next }, replace: true })} />
}
