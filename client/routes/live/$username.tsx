import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { FollowOrLoginButton } from '../../app/flows/follow-or-login-button.tsx'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $user } from '../../core/session/model.ts'
import { creatorApiPath } from '../../entities/creators/creator-api-path.ts'
import { VisitorStream } from '../../features/live/watch/visitor-stream.tsx'
import { WatchPage } from '../../features/live/watch/watch-page.tsx'

export const Route = createFileRoute('/live/$username')({
  staticData: { layout: 'home', catalogues: ['live'], title: msg`Live`, tabBar: false },
  component: Page,
})

function Page() {
  const { username } = Route.useParams()
  const user = useUnit($user)
  if (!user) return <VisitorStream username={username} />
  return (
    <WatchPage
      key={username}
      username={username}
      viewerId={user._id}
      isCreator={user.isPerformer}
      follow={(performerId) => <FollowPerformer performerId={performerId} />}
    />
  )
}

function FollowPerformer({ performerId }: { performerId: string }) {
  const { data } = useKeptAnswer(creatorApiPath(performerId), Creator)
  return data ? <FollowOrLoginButton creator={data} className="w-fit min-w-0! shrink-0 px-3 text-sm!" /> : null
}
