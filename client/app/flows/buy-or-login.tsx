import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { buttonClass } from '../../ui/controls/button.tsx'

const AddToCart = lazyAgain(async () => (await import('../../features/cart/add-to-cart.tsx')).AddToCart)

type Props = {
  product: ShopProduct
  /** The account that looks; null for a visitor. */
  viewer: string | null
  /** Where a visitor comes back to. */
  path: string
}

/** The way into the cart; for a visitor the way to an account. Nobody buys from themselves. */
export function BuyOrLogin({ product, viewer, path }: Props) {
  if (viewer === product.performer._id) return null
  if (!viewer) {
    return (
      product.availability !== 'none' && (
        <Link to="/auth/register" search={{ next: path }} className={buttonClass('secondary', 'w-full')}>
          <Trans>Sign up to buy</Trans>
        </Link>
      )
    )
  }
  return (
    <Suspense fallback={null}>
      <AddToCart product={product} />
    </Suspense>
  )
}
