import { msg } from '@lingui/core/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline } from '../../core/connection/model.ts'
import { FollowersPage } from '../../features/follows/followers-page.tsx'
import { goToConversationWith } from '../../app/flows/open-conversation.ts'

export const Route = createFileRoute('/creator/followers')({
  staticData: { authenticate: true, onlyPerformer: true, layout: 'primary', title: msg`Followers` },
  component: Page,
})

function Page() {
  const router = useRouter()
  const isOffline = useUnit($offline)
  return <FollowersPage isOffline={isOffline} onMessage={(follower) => goToConversationWith(router, follower)} />
}
