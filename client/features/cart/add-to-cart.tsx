import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import { Plus, ShoppingBag } from 'lucide-react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { NotForSaleYet } from '../../entities/content/unlock-button.tsx'
import { Button, buttonClass, IconButton } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { addToCart } from './change-cart.ts'
import { mostOf } from './line-changes.ts'
import { useQuantity } from './use-cart.ts'

/** Puts a product into the cart, with a line or without; then says how many are in it. */
export function AddToCart({ product }: { product: ShopProduct }) {
  return (
    <WithSync fallback={null}>
      <Add product={product} />
    </WithSync>
  )
}

function Add({ product }: { product: ShopProduct }) {
  const { t } = useLingui()
  const sync = useSync()
  const { name, left, unready } = product
  const quantity = useQuantity(product._id)
  const add = () => void addToCart(sync, product).catch((error: unknown) => showToast('error', errorMessage(error)))
  if (quantity === undefined) return null
  if (quantity === 0) {
    if (left === 0) return null
    if (unready) return <NotForSaleYet unready={unready} />
    return (
      <Button kind="secondary" className="w-full" aria-label={t`Add to cart: ${name}`} onClick={add}>
        <ShoppingBag className="size-5" aria-hidden="true" />
        <Trans>Add to cart</Trans>
      </Button>
    )
  }
  return (
    <div className="flex items-center gap-2">
      <Link to="/cart" className={buttonClass('secondary', 'min-w-0 flex-1 px-3')}>
        <Trans>In the cart: {quantity}</Trans>
      </Link>
      <IconButton label={t`One more: ${name}`} disabled={quantity >= mostOf(product)} onClick={add}>
        <Plus className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
