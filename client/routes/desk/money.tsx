import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskDoor } from '../../features/desk/desk-door.tsx'
import { MoneyPage } from '../../features/desk/money/money-page.tsx'
import { shownMoney } from '../../features/desk/money/money-tabs.ts'
import { tabSearch } from '../../features/desk/tab-search.ts'

export const Route = createFileRoute('/desk/money')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Money`, catalogues: ['desk'] },
  validateSearch: tabSearch,
  component: Page,
})

function Page() {
  const { tab, dispute } = shownMoney(Route.useSearch())
  const navigate = Route.useNavigate()
  const show = (next: typeof tab) => void navigate({ search: { tab: next }, replace: true })
  return (
    <DeskDoor>
      {({ permissions }) => <MoneyPage permissions={permissions} shown={tab} dispute={dispute} onShow={show} />}
    </DeskDoor>
  )
}
