import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { AccountPage } from '../../app/flows/account/account-page.tsx'
import { CreatorPageCard } from '../../app/flows/account/creator-page-card.tsx'
import { PricesCard } from '../../app/flows/account/prices-card.tsx'
import { $user } from '../../core/session/model.ts'
import { ReviewCard } from '../../features/creators/review-card.tsx'

export const Route = createFileRoute('/creator/account')({
  staticData: { authenticate: true, onlyPerformer: true, catalogues: ['pages'], title: msg`Account` },
  component: Page,
})

function Page() {
  const user = useUnit($user)
  return (
    <AccountPage
      intro={user && <ReviewCard user={user} />}
      page={user && <CreatorPageCard user={user} />}
      prices={<PricesCard />}
    />
  )
}
