import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { AccountScreen } from '../../account-screen.tsx'
import { ReviewCard } from '../../features/creators/review-card.tsx'
import { $user } from '../../features/session/model.ts'

export const Route = createFileRoute('/creator/account')({
  staticData: { authenticate: true, onlyPerformer: true, catalogue: 'pages', title: msg`Account` },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return <AccountScreen intro={user && <ReviewCard user={user} />} />
}
