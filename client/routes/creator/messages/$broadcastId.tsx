import { msg } from '@lingui/core/macro'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { v7 } from 'uuid'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $contents } from '../../../core/connection/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { BroadcastPage } from '../../../features/broadcasts/broadcast-page.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page was opened to begin something, also where it is opened again. */
    isNew?: boolean
  }
}

export const Route = createFileRoute('/creator/messages/$broadcastId')({
  staticData: {
    needsEngine: true,
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
  const contents = useUnit($contents)
  const isNew = useLocation({ select: ({ state }) => state.isNew === true })
  const isUnnamed = broadcastId === 'new'
  const [newId] = useState(() => v7())
  // A link cannot name a draft that is not there yet. It leads to one, however often this runs.
  useEffect(() => {
    if (isUnnamed) void navigate({ params: { broadcastId: newId }, state: { isNew: true }, replace: true })
  }, [isUnnamed, newId, navigate])
  if (isUnnamed) return <PendingScreen />
  return (
    <WithSync fallback={<PendingScreen />}>
      <BroadcastPage
        key={broadcastId}
        id={broadcastId}
        isNew={isNew}
        contents={contents}
        onOpen={(id) => void navigate({ params: { broadcastId: id } })}
        onLeave={() => void navigate({ to: '/creator/messages' })}
      />
    </WithSync>
  )
}
