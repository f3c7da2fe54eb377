import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import { AccountPage } from '../../app/flows/account/account-page.tsx'
import { CreatorPageCard } from '../../app/flows/account/creator-page-card.tsx'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../core/session/model.ts'
import { accountSearch } from '../../core/session/post-login-destination.ts'
import { ReviewCard } from '../../features/creators/review-card.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'

const PricesCard = lazyAgain(async () => (await import('../../app/flows/account/prices-card.tsx')).PricesCard, 'pages')

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
      prices={
        <Suspense fallback={<Skeleton className="h-60 rounded-card" />}>
          <PricesCard />
        </Suspense>
      }
    />
  )
}
