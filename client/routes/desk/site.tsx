import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeskDoor } from '../../features/desk/desk-door.tsx'
import { SitePage } from '../../features/desk/site/site-page.tsx'
import { shownSiteTab } from '../../features/desk/site/site-tabs.ts'
import { tabSearch } from '../../features/desk/tab-search.ts'

export const Route = createFileRoute('/desk/site')({
  staticData: { authenticate: true, layout: 'primary', whileClosed: true, title: msg`Site`, catalogues: ['desk'] },
  validateSearch: tabSearch,
  component: Page,
})

function Page() {
  const tab = shownSiteTab(Route.useSearch().tab)
  const navigate = Route.useNavigate()
  const show = (next: typeof tab) => void navigate({ search: { tab: next }, replace: true })
  return <DeskDoor>{({ permissions }) => <SitePage permissions={permissions} shown={tab} onShow={show} />}</DeskDoor>
}
