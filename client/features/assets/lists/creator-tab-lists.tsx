import { Trans, useLingui } from '@lingui/react/macro'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import { Images, ShoppingBag, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { AssetGrid } from './asset-grid.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { useAssetsOf, usePhotosOf, useProductsOf } from './use-assets.ts'

type Props = { performerId: string }

/** The single photos of a creator. */
export function PhotosOf({ performerId }: Props) {
  const { t } = useLingui()
  const { list, more } = usePhotosOf(performerId)
  const empty = (
    <EmptyState icon={<Images />} title={t`No photos yet`}>
      <Trans>Photos appear here once they are published.</Trans>
    </EmptyState>
  )
  return <PhotoGrid list={list} empty={empty} onMore={more} />
}

/** The galleries of a creator. */
export function GalleriesOf({ performerId }: Props) {
  const { t } = useLingui()
  const { list, more } = useAssetsOf('gallery', performerId)
  const empty = (
    <EmptyState icon={<Images />} title={t`No galleries yet`}>
      <Trans>Galleries appear here once they are published.</Trans>
    </EmptyState>
  )
  return (
    <AssetGrid
      list={list}
      kind="gallery"
      label={t`Galleries`}
      icon={<Images />}
      empty={empty}
      isNamed={false}
      onMore={more}
    />
  )
}

/** The videos of a creator. */
export function VideosOf({ performerId }: Props) {
  const { t } = useLingui()
  const { list, more } = useAssetsOf('video', performerId)
  const empty = (
    <EmptyState icon={<Video />} title={t`No videos yet`}>
      <Trans>Videos appear here once they are published.</Trans>
    </EmptyState>
  )
  return (
    <AssetGrid
      list={list}
      kind="video"
      label={t`Videos`}
      icon={<Video />}
      empty={empty}
      isNamed={false}
      onMore={more}
    />
  )
}

/** A creator's products; `action` stands with each. */
export function ProductsTab({ performerId, action }: Props & { action: (product: ShopProduct) => ReactNode }) {
  const { t } = useLingui()
  const { list, more } = useProductsOf(performerId)
  const empty = (
    <EmptyState icon={<ShoppingBag />} title={t`Nothing in the shop yet`}>
      <Trans>Products appear here once they are on sale.</Trans>
    </EmptyState>
  )
  return (
    <AssetGrid
      list={list}
      kind="product"
      label={t`Shop`}
      icon={<ShoppingBag />}
      empty={empty}
      isNamed={false}
      action={action}
      onMore={more}
    />
  )
}
