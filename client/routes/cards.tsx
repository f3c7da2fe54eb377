import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useClearQuery } from '../core/page/use-clear-query.ts'
import { CardsPage } from '../features/cards/cards-page.tsx'

type Search = { checkoutId?: string | undefined }

export const Route = createFileRoute('/cards')({
  staticData: { authenticate: true, layout: 'primary', catalogues: ['lists'], title: msg`Cards` },
  validateSearch: ({ checkoutId }: Record<string, unknown>): Search => ({
    checkoutId: typeof checkoutId === 'string' && /^[\w-]{1,255}$/.test(checkoutId) ? checkoutId : undefined,
  }),
  component: Page,
})

function Page() {
  const { checkoutId } = Route.useSearch()
  // It stays on the page that says so, and a reload does not ask again.
  const [returned] = useState(checkoutId)
  const settle = useClearQuery('/cards')
  return <CardsPage checkoutId={returned} onSettled={settle} />
}
