import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ShopSection } from '../../features/products/shop-section.tsx'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { buttonClass } from '../../ui/button.tsx'

const AddToCart = lazyAgain(async () => (await import('../../features/cart/add-to-cart.tsx')).AddToCart)

type Props = {
  creatorId: string
  /** The account that looks; null for a visitor. */
  viewer: string | null
  /** Where a visitor comes back to. */
  path: string
}

/** What a creator sells, with the way into the cart; nobody buys from themselves. */
export function ShopOfCreator({ creatorId, viewer, path }: Props) {
  return (
    <ShopSection
      performerId={creatorId}
      action={(product) => {
        if (viewer === creatorId) return null
        if (!viewer) {
          return (
            product.stock !== 0 && (
              <Link to="/auth/login" search={{ next: path }} className={buttonClass('secondary')}>
                <Trans>Log in to buy</Trans>
              </Link>
            )
          )
        }
        return (
          <Suspense fallback={null}>
            <AddToCart product={product} />
          </Suspense>
        )
      }}
    />
  )
}
