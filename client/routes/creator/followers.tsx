import { msg } from '@lingui/core/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { openConversation } from '../../app/flows/open-conversation.ts'
import { listSearch, withNextPage } from '../../core/api/list-search.ts'
import { $offline } from '../../core/connection/model.ts'
import { FollowersPage } from '../../features/follows/followers-page.tsx'

export const Route = createFileRoute('/creator/followers')({
  staticData: { authenticate: true, onlyPerformer: true, layout: 'primary', title: msg`Followers` },
  validateSearch: listSearch(['updatedAt', 'createdAt', 'name']),
  component: Page,
})

function Page() {
  const router = useRouter()
  const navigate = Route.useNavigate()
  const isOffline = useUnit($offline)
  return (
    <FollowersPage
      search={Route.useSearch()}
      isOffline={isOffline}
      // The address keeps how much is shown, so that Back returns to it. Back from here leaves the list.
      onMore={() => void navigate({ search: withNextPage, replace: true, resetScroll: false })}
      onMessage={(follower) => openConversation(router, follower)}
    />
  )
}
