import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { saleTabs } from '../../features/sales/sale-tabs.ts'
import type { SaleTab } from '../../features/sales/sale-tabs.ts'
import { SalesPage } from '../../features/sales/sales-page.tsx'

type Search = { tab?: SaleTab | undefined }

export const Route = createFileRoute('/creator/orders')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio', 'money', 'orders'],
    title: msg`Orders to send`,
  },
  validateSearch: ({ tab }: Record<string, unknown>): Search => ({ tab: saleTabs.find((one) => one === tab) }),
  component: () => (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        <Page />
      </WithSync>
    </>
  ),
})

function Page() {
  const { tab = 'todo' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <SalesPage shown={tab} onShow={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
