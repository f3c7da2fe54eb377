import { Trans, useLingui } from '@lingui/react/macro'
import { ProductList } from '@vesper/sync/vesper/api/products.ts'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import type { ReactNode } from 'react'
import { useShownCount } from '../../core/page/use-shown-count.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

type Props = {
  performerId: string
  /** What can be done with a product. */
  action: (product: ShopProduct) => ReactNode
}

/** The products of a creator: from the server, or as this device has kept them. Nothing where nothing is sold. */
export function ShopSection({ performerId, action }: Props) {
  const { t } = useLingui()
  const [current, grow] = useShownCount('shop', 1)
  const products = usePagedList({
    path: '/performer-assets/products/search',
    answer: ProductList,
    query: { performerId },
    search: { sortBy: 'createdAt', current },
    pageSize: 12,
  })
  if (products.items?.length === 0) return null
  return (
    <section aria-labelledby="shop" aria-busy={products.isLoading && !products.items} className="grid gap-4">
      <h2 id="shop" className="text-lg font-semibold">
        <Trans>Shop</Trans>
      </h2>
      <PagedList
        list={products}
        label={t`Shop`}
        failedTitle={t`The shop could not be loaded`}
        skeleton={<LoadingCards />}
        empty={null}
        onMore={() => grow(1)}
        className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 sm:grid-cols-3"
        itemClassName="flex"
      >
        {(product) => <ProductCard product={product} action={action(product)} />}
      </PagedList>
    </section>
  )
}

function LoadingCards() {
  return (
    <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 sm:grid-cols-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-96 rounded-card" />
      ))}
    </div>
  )
}
