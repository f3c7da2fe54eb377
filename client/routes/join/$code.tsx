import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { JoinPage } from '../../features/join/join-page.tsx'

export const Route = createFileRoute('/join/$code')({
  staticData: { layout: 'home', catalogues: ['money'], title: msg`Offer` },
  component: Page,
})

function Page() {
  const { code } = Route.useParams()
  return <JoinPage key={code} code={code} />
}
