import { useNavigate } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $contents, $offline } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import type { PagedKind } from '../../features/assets/asset-path.ts'
import { ownListLinks } from '../../features/assets/edit-link.ts'
import { AssetEditorPage } from '../../features/assets/editor/editor-page.tsx'
import { PendingScreen } from '../layouts/pending-screen.tsx'

type Props = { kind: PagedKind; assetId: string; isNew?: boolean | undefined }

/** The editor of a gallery, a video or a product: one screen for three addresses. */
export function AssetEditorScreen({ kind, assetId, isNew = false }: Props) {
  const [user, contents, isOffline] = useUnit([$user, $contents, $offline])
  const navigate = useNavigate()
  return (
    <WithSync fallback={<PendingScreen />}>
      {user && (
        <AssetEditorPage
          key={assetId}
          {...{ user, kind, assetId, isNew, contents, isOffline }}
          onLeave={() => void navigate({ to: ownListLinks[kind] })}
        />
      )}
    </WithSync>
  )
}
