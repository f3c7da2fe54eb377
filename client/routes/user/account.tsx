import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../app/flows/account/account-page.tsx'

export const Route = createFileRoute('/user/account')({
  staticData: { authenticate: true, catalogues: ['pages'], title: msg`Account` },
  component: Page,
})

function Page() {
  return <AccountPage />
}
