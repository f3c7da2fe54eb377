import { Trans, useLingui } from '@lingui/react/macro'
import { ProductList } from '@vesper/sync/vesper/api/products.ts'
import type { ProductView } from '@vesper/sync/vesper/api/products.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { textOf } from '../../core/api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { ProductCard } from './product-card.tsx'

const FIRST = 12
/** What one answer can hold. */
const MOST = 100

type Props = {
  performerId: string
  /** What can be done with a product. */
  action: (product: ProductView) => ReactNode
}

/** What a performer sells; as it was at the last visit when there is no line, and nothing where nothing is sold. */
export function ShopSection({ performerId, action }: Props) {
  const { t } = useLingui()
  const [isAllAsked, setAllAsked] = useState(false)
  const first = useProducts(performerId, FIRST, true)
  const all = useProducts(performerId, MOST, isAllAsked)
  const data = all.data ?? first.data
  if (data?.data.length === 0) return null
  return (
    <section aria-labelledby="shop" aria-busy={first.isLoading && !data} className="grid gap-4">
      <h2 id="shop" className="text-lg font-semibold">
        <Trans>Shop</Trans>
      </h2>
      {data && (
        <ul role="list" className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 sm:grid-cols-3">
          {data.data.map((product) => (
            <li key={product._id} className="flex">
              <ProductCard product={product} action={action(product)} />
            </li>
          ))}
        </ul>
      )}
      {data && !all.data && data.total > data.data.length && (
        <>
          {/* There before the text, so that it is read out. */}
          <div role="alert" className="empty:absolute">
            {all.error !== undefined && !all.isLoading && <Notice tone="danger">{textOf(all.error)}</Notice>}
          </div>
          <Button
            kind="secondary"
            busy={all.isLoading}
            onClick={() => (isAllAsked ? void all.mutate() : setAllAsked(true))}
          >
            {all.error === undefined ? <Trans>Show all</Trans> : <Trans>Try again</Trans>}
          </Button>
        </>
      )}
      {!data && first.isLoading && <LoadingCards />}
      {!data && !first.isLoading && (
        <ErrorState
          title={t`The shop could not be loaded`}
          message={textOf(first.error)}
          onRetry={() => void first.mutate()}
        />
      )}
    </section>
  )
}

/** A read of its own for each size: a longer one that fails takes nothing from the shorter. */
function useProducts(performerId: string, pageSize: number, isAsked: boolean) {
  const query = { performerId, pageSize, sortBy: 'createdAt' }
  return useKeptAnswer('/performer-assets/products/search', ProductList, { query, isAsked })
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
