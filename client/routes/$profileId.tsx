import { msg } from '@lingui/core/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { CreatorPage } from '../features/creators/creator-page.tsx'
import { useHeldCreator } from '../features/creators/use-local-creator.ts'
import { CreatorFeed } from '../features/posts/creator-feed.tsx'
import { $session } from '../core/session/model.ts'
import { FollowControl } from '../app/flows/follow-or-login-button.tsx'
import { goToConversationWith } from '../app/flows/open-conversation.ts'
import { ShopOfCreator } from '../app/flows/creator-shop.tsx'

export const Route = createFileRoute('/$profileId')({ staticData: { title: msg`Creator` }, component: Page })

function Page() {
  const { profileId } = Route.useParams()
  const router = useRouter()
  const session = useUnit($session)
  const viewer = session.state === 'signed-in' ? session.user._id : null
  // Creators do not write to each other.
  const isCreator = session.state !== 'signed-out' && session.user.isPerformer
  const held = useHeldCreator(profileId)
  const message = async (creator: Creator) => {
    if (!viewer) return router.navigate({ to: '/auth/login', search: { next: `/${profileId}` } })
    await goToConversationWith(router, creator)
  }
  return (
    <CreatorPage
      key={profileId}
      profileId={profileId}
      viewer={viewer}
      held={held}
      follow={(creator) => <FollowControl creator={creator} />}
      shop={({ _id }) => <ShopOfCreator creatorId={_id} viewer={viewer} path={`/${profileId}`} />}
      posts={(creator) => <CreatorFeed author={creator} isVisitor={session.state === 'signed-out'} />}
      onMessage={isCreator ? null : message}
    />
  )
}
