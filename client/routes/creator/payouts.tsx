import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { useClearQuery } from '../../core/page/use-clear-query.ts'
import { PayoutsPage } from '../../features/payouts/payouts-page.tsx'

type Search = { account?: 'returned' | undefined }

export const Route = createFileRoute('/creator/payouts')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    whileSuspended: true,
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
  // The notice stays on the page, and a reload does not ask again.
  const [hasReturned] = useState(account === 'returned')
  const settle = useClearQuery('/creator/payouts')
  return (
    <>
      <StudioNav />
      <PayoutsPage hasReturned={hasReturned} onSettled={settle} />
    </>
  )
}
