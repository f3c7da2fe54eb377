import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline } from '../../features/connection/model.ts'
import { FollowersPage } from '../../features/follows/followers-page.tsx'
import { openConversationWith } from '../../open-conversation.ts'

export const Route = createFileRoute('/creator/followers')({
  staticData: { authenticate: true, onlyPerformer: true, layout: 'primary', title: msg`Followers` },
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  const isOffline = useUnit($offline)
  return (
    <FollowersPage
      isOffline={isOffline}
      onMessage={async (follower) => {
        const conversationId = await openConversationWith(follower)
        await navigate({ to: '/messages/$conversationId', params: { conversationId } })
      }}
    />
  )
}
