import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { PayoutsPage } from '../../features/payouts/payouts-page.tsx'

type Search = { account?: 'returned' | undefined }

export const Route = createFileRoute('/creator/payouts')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Payouts`,
  },
  validateSearch: ({ account }: Record<string, unknown>): Search => ({
    account: account === 'returned' ? account : undefined,
  }),
  component: Page,
})

function Page() {
  const { account } = Route.useSearch()
  const navigate = Route.useNavigate()
  // The notice stays on the page, and a reload does not ask again.
  const [hasReturned] = useState(account === 'returned')
  const settle = useCallback(() => void navigate({ search: {}, replace: true }), [navigate])
  return (
    <>
      <StudioNav />
      <PayoutsPage hasReturned={hasReturned} onSettled={settle} />
    </>
  )
}
