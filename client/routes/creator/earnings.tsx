import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { EarningsPage } from '../../features/earnings/earnings-page.tsx'

export const Route = createFileRoute('/creator/earnings')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Earnings`,
  },
  component: Page,
})

function Page() {
  return (
    <>
      <StudioNav />
      <EarningsPage />
    </>
  )
}
