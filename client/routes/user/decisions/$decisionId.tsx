import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $user } from '../../../core/session/model.ts'
import { DecisionPage } from '../../../features/decisions/decision-page.tsx'

export const Route = createFileRoute('/user/decisions/$decisionId')({
  staticData: {
    authenticate: true,
    whileSuspended: true,
    layout: 'primary',
    catalogues: ['lists'],
    title: msg`Decision`,
  },
  component: Page,
})

function Page() {
  const { decisionId } = Route.useParams()
  const user = useUnit($user)
  return user && <DecisionPage key={decisionId} account={user._id} decisionId={decisionId} />
}
