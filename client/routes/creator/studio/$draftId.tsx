import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { v7 } from 'uuid'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { EditorPage } from '../../../features/studio/drafts/editor-page.tsx'

export const Route = createFileRoute('/creator/studio/$draftId')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Write a post`,
  },
  beforeLoad: ({ params }) => {
    // A shortcut of the installed app, which cannot name a draft that is not there yet.
    if (params.draftId !== 'new') return
    throw redirect({ to: '/creator/studio/$draftId', params: { draftId: v7() }, replace: true })
  },
  component: Page,
})

function Page() {
  const { draftId } = Route.useParams()
  const [user, isOffline] = useUnit([$user, $offline])
  const navigate = Route.useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      {user && (
        <EditorPage
          key={draftId}
          user={user}
          draftId={draftId}
          isOffline={isOffline}
          onLeave={(place) => void navigate({ to: '/creator/studio', search: { show: place } })}
          onOpen={(id) => void navigate({ to: '/creator/studio/$draftId', params: { draftId: id } })}
        />
      )}
    </WithSync>
  )
}
