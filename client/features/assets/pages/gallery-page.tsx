import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Images } from 'lucide-react'
import { useCallback } from 'react'
import { usePageChanges } from '../../../core/live/use-page-changes.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Cover } from '../cards/cover.tsx'
import { UnlockAsset } from '../cards/unlock-asset.tsx'
import { PhotoGrid } from '../lists/photo-grid.tsx'
import { useGalleryPhotos } from '../lists/use-assets.ts'
import { AssetDetails, AssetPage } from './asset-page.tsx'
import type { Comments } from './asset-page.tsx'

type Props = { galleryId: string; isVisitor: boolean; comments?: Comments }

/** A gallery: its text and its photos, which open large. While it is locked no photo is asked for. */
export function GalleryPage({ galleryId, isVisitor, comments }: Props) {
  return (
    <AssetPage kind="gallery" id={galleryId} isVisitor={isVisitor} comments={comments}>
      {(gallery) => (
        <>
          {gallery.isLocked && <Cover asset={gallery} className="aspect-video rounded-card" />}
          <AssetDetails asset={{ ...gallery, kind: 'gallery' }}>
            <UnlockAsset asset={gallery} />
            {gallery.photoCount !== null && (
              <p className="-mt-3 text-sm text-muted">
                <Plural value={gallery.photoCount} one="# photo" other="# photos" />
              </p>
            )}
          </AssetDetails>
          {!gallery.isLocked && <Photos galleryId={gallery._id} />}
        </>
      )}
    </AssetPage>
  )
}

function Photos({ galleryId }: { galleryId: string }) {
  const { t } = useLingui()
  const { list, more } = useGalleryPhotos(galleryId)
  const { reload } = list
  usePageChanges(
    galleryId,
    useCallback(() => void reload(), [reload]),
  )
  const empty = (
    <EmptyState icon={<Images />} title={t`This gallery is empty`}>
      <Trans>Its photos appear here once they are added.</Trans>
    </EmptyState>
  )
  return <PhotoGrid list={list} empty={empty} onMore={more} />
}
