import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $user } from '../../../core/session/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { AssetEditorPage } from '../../../features/assets/editor/editor-page.tsx'

export const Route = createFileRoute('/creator/videos/$videoId')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Edit the video`,
  },
  component: Page,
})

function Page() {
  const { videoId } = Route.useParams()
  const user = useUnit($user)
  const navigate = Route.useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      {user && (
        <AssetEditorPage
          key={videoId}
          user={user}
          kind="video"
          assetId={videoId}
          onLeave={() => void navigate({ to: '/creator/videos' })}
        />
      )}
    </WithSync>
  )
}
