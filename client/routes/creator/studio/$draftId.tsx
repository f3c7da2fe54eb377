import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { EditorPage } from '../../../features/studio/drafts/editor-page.tsx'

export const Route = createFileRoute('/creator/studio/$draftId')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Write a post`,
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
