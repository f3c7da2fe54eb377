import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../app/flows/account/account-page.tsx'
import { accountSearch } from '../../core/session/post-login-destination.ts'

export const Route = createFileRoute('/user/account')({
  staticData: { authenticate: true, catalogues: ['pages'], title: msg`Account` },
  validateSearch: accountSearch,
  component: Page,
})

function Page() {
  const { tab = 'profile' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <AccountPage shown={tab} onShow={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
