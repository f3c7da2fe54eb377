import { useLingui } from '@lingui/react/macro'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { useUnit } from 'effector-react'
import { Images } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { AsOf } from '../../../core/api/as-of.tsx'
import type { PagedAnswer } from '../../../core/api/use-paged-list.ts'
import { $offline } from '../../../core/connection/model.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { lightboxControl } from '../../../core/media/lightbox/lightbox-control.ts'
import { $user } from '../../../core/session/model.ts'
import { useContentActions } from '../../../entities/content/use-content-actions.ts'
import { useReadUntilPrepared } from '../../../entities/content/use-read-until-prepared.ts'
import { cx } from '../../../ui/cx.ts'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { PhotoTile } from '../cards/photo-tile.tsx'
import { Away } from './asset-grid.tsx'

const Lightbox = lazyAgain(async () => (await import('../../../core/media/lightbox/lightbox.tsx')).Lightbox, 'app')

const columns = 'grid grid-cols-3 gap-1.5 sm:grid-cols-4 md:grid-cols-5'

type Props = { list: PagedAnswer<AssetView>; empty: ReactNode; onMore: () => void }

/** Photos in a grid; each that is open opens large, over the others. */
export function PhotoGrid({ list, empty, onMore }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [openId, setOpenId] = useState<string | null>(null)
  useReadUntilPrepared(list.items ?? [], list.reload)
  const isWhole = !list.hasMore
  const photos = (list.items ?? []).flatMap(({ file, title }) =>
    file?.status === 'ready' ? [{ ...file, alt: title }] : [],
  )
  return (
    <div className="grid gap-4" aria-busy={list.isLoading && !list.items}>
      {list.items && <AsOf at={list.keptAt} />}
      <PagedList
        list={list}
        label={t`Photos`}
        failedTitle={t`The photos could not be loaded`}
        skeleton={<LoadingPhotos />}
        offline={isOffline && list.failure !== null && <Away icon={<Images />} />}
        empty={empty}
        onMore={onMore}
        className={columns}
      >
        {(photo) => <PhotoTile photo={photo} onOpen={() => setOpenId(photo.file?._id ?? null)} />}
      </PagedList>
      {openId && (
        <Suspense fallback={null}>
          <Lightbox
            photos={photos}
            firstId={openId}
            // Photos that cannot be opened are left out, so that their number tells of no more than can be seen.
            total={isWhole ? photos.length : Math.max(photos.length + 1, list.total)}
            actions={(fileId) => (
              <PhotoActions
                photo={list.items?.find(({ file }) => file?._id === fileId)}
                onClose={() => setOpenId(null)}
              />
            )}
            onNearEnd={onMore}
            onClose={() => setOpenId(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The actions on a photo that is shown large. Each closes it first: nothing lies over the photo. */
function PhotoActions({ photo, onClose }: { photo: AssetView | undefined; onClose: () => void }) {
  const { menuItems } = useContentActions()
  const user = useUnit($user)
  if (!photo || !user || user._id === photo.performer._id) return null
  const items = menuItems({ type: 'photo', id: photo._id, ownerId: photo.performer._id })
  return items.flatMap((item) =>
    item === 'separator' ? (
      []
    ) : (
      <button
        key={item.label}
        type="button"
        aria-label={item.label}
        title={item.label}
        className={cx(lightboxControl, '[&_svg]:size-5')}
        onClick={() => {
          onClose()
          item.onSelect()
        }}
      >
        {item.icon}
      </button>
    ),
  )
}

function LoadingPhotos() {
  return (
    <div className={columns}>
      {Array.from({ length: 9 }, (_, index) => (
        <span key={index} aria-hidden="true" className="skeleton block aspect-square rounded-control" />
      ))}
    </div>
  )
}
