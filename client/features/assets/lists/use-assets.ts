import { AssetList, AssetViewList } from '@vesper/sync/vesper/api/assets.ts'
import { ProductList } from '@vesper/sync/vesper/api/products.ts'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import type { AssetCard, AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import type { PagedAnswer } from '../../../core/api/use-paged-list.ts'
import { useShownCount } from '../../../core/page/use-shown-count.ts'
import { plurals } from '../asset-path.ts'

/** Whole rows of two and of three. */
const PAGE = 24
/** So many photos a page has at most. */
export const PHOTOS_PAGE = 50

type Grown<Item> = { list: PagedAnswer<Item>; more: () => void }

const latestFirst = { sortBy: 'publishedAt', sort: 'desc' } as const

/** The galleries or videos that a creator shows, the latest first. */
export function useAssetsOf(kind: 'gallery' | 'video', performerId: string): Grown<AssetCard> {
  const [current, grow] = useShownCount(kind, 1)
  const list = usePagedList({
    ...{ path: `/performer-assets/${plurals[kind]}/search`, answer: AssetList, query: { performerId } },
    ...{ search: { ...latestFirst, current }, pageSize: PAGE },
  })
  return { list, more: () => grow(1) }
}

/** The products that a creator sells, the latest first. */
export function useProductsOf(performerId: string): Grown<ShopProduct> {
  const [current, grow] = useShownCount('product', 1)
  const list = usePagedList({
    ...{ path: '/performer-assets/products/search', answer: ProductList, query: { performerId } },
    ...{ search: { ...latestFirst, current }, pageSize: PAGE },
  })
  return { list, more: () => grow(1) }
}

/** The photos of a creator that stand alone, the latest first. */
export function usePhotosOf(performerId: string): Grown<AssetView> {
  const [current, grow] = useShownCount('photo', 1)
  const list = usePagedList({
    ...{ path: `/performer-assets/photos/${performerId}`, answer: AssetViewList },
    ...{ search: { ...latestFirst, current }, pageSize: PHOTOS_PAGE },
  })
  return { list, more: () => grow(1) }
}

/** The photos of a gallery, in its order. For a locked gallery this is not called: no photo of it is asked for. */
export function useGalleryPhotos(galleryId: string): Grown<AssetView> {
  const [current, grow] = useShownCount('gallery-photo', 1)
  const list = usePagedList({
    ...{ path: '/performer-assets/photos', answer: AssetViewList, query: { galleryId } },
    ...{ search: { sortBy: 'position', sort: 'asc', current } as const, pageSize: PHOTOS_PAGE },
  })
  return { list, more: () => grow(1) }
}
