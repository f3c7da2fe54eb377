import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../../../app/layouts/pending-screen.tsx'
import { $contents, $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { AssetEditorPage } from '../../../features/assets/editor/editor-page.tsx'
import { readNewSearch } from '../../../features/assets/new-search.ts'

export const Route = createFileRoute('/creator/galleries/$galleryId')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Edit the gallery`,
  },
  validateSearch: readNewSearch,
  component: Page,
})

function Page() {
  const { galleryId } = Route.useParams()
  const { new: isNew = false } = Route.useSearch()
  const [user, contents, isOffline] = useUnit([$user, $contents, $offline])
  const navigate = Route.useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      {user && (
        <AssetEditorPage
          key={galleryId}
          user={user}
          kind="gallery"
          assetId={galleryId}
          isNew={isNew}
          contents={contents}
          isOffline={isOffline}
          onLeave={() => void navigate({ to: '/creator/galleries' })}
        />
      )}
    </WithSync>
  )
}
