import { useUnit } from 'effector-react'
import { $contents } from '../../core/connection/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import type { PagedKind } from '../../features/assets/asset-path.ts'
import { OwnListPage } from '../../features/assets/editor/own-list-page.tsx'
import { PendingScreen } from '../layouts/pending-screen.tsx'
import { StudioNav } from './studio-nav.tsx'

/** The galleries, the videos or the products of a creator: one screen for three addresses. */
export function OwnAssetsScreen({ kind }: { kind: PagedKind }) {
  const contents = useUnit($contents)
  return (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        <OwnListPage kind={kind} contents={contents} />
      </WithSync>
    </>
  )
}
