import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { AccountPage } from '../../app/flows/account/account-page.tsx'
import { CreatorPageCard } from '../../app/flows/account/creator-page-card.tsx'
import { PricesCard } from '../../app/flows/account/prices-card.tsx'
import { $user } from '../../core/session/model.ts'
import { accountSearch } from '../../core/session/post-login-destination.ts'
import { ReviewCard } from '../../features/creators/review-card.tsx'

export const Route = createFileRoute('/creator/account')({
  staticData: { authenticate: true, onlyPerformer: true, catalogues: ['pages'], title: msg`Account` },
  validateSearch: accountSearch,
  component: Page,
})

function Page() {
  const user = useUnit($user)
  const { tab = 'profile' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AccountPage
      shown={tab}
      onShow={(next) => void navigate({ search: { tab: next }, replace: true })}
      intro={user && <ReviewCard user={user} />}
      page={user && <CreatorPageCard user={user} />}
      prices={<PricesCard />}
    />
  )
}
