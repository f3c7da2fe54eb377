import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { v7 } from 'uuid'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { BroadcastPage } from '../../../features/broadcasts/broadcast-page.tsx'

export const Route = createFileRoute('/creator/messages/$broadcastId')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Message to many`,
  },
  beforeLoad: ({ params }) => {
    // A link cannot name a draft that is not there yet.
    if (params.broadcastId !== 'new') return
    throw redirect({ to: '/creator/messages/$broadcastId', params: { broadcastId: v7() }, replace: true })
  },
  component: Page,
})

function Page() {
  const { broadcastId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      <BroadcastPage key={broadcastId} id={broadcastId} onLeave={() => void navigate({ to: '/creator/messages' })} />
    </WithSync>
  )
}
