import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
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
  component: Page,
})

function Page() {
  const { broadcastId } = Route.useParams()
  const navigate = Route.useNavigate()
  const isNew = broadcastId === 'new'
  const [newId] = useState(() => v7())
  // A link cannot name a draft that is not there yet. It leads to one, however often this runs.
  useEffect(() => {
    if (isNew) void navigate({ params: { broadcastId: newId }, replace: true })
  }, [isNew, newId, navigate])
  if (isNew) return <PendingScreen />
  return (
    <WithSync fallback={<PendingScreen />}>
      <BroadcastPage key={broadcastId} id={broadcastId} onLeave={() => void navigate({ to: '/creator/messages' })} />
    </WithSync>
  )
}
