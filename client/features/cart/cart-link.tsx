import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { cx } from '../../ui/cx.ts'
import { CartCount } from './cart-count.tsx'
import { useCart } from './use-cart.ts'

type Props = { className?: string }

/** The way to the cart in the head of a page, with the number of products in it. */
export function CartLink({ className }: Props) {
  return (
    <WithSync fallback={null} canWait>
      <Counted className={className} />
    </WithSync>
  )
}

function Counted({ className }: { className: string | undefined }) {
  const { t } = useLingui()
  const count = useCart().lines?.length ?? 0
  return (
    <Link
      to="/cart"
      aria-label={t`In the cart: ${count}`}
      title={t`Cart`}
      className={cx('relative grid size-target shrink-0 place-items-center rounded-full text-ink', className)}
    >
      <ShoppingBag className="size-5.5" aria-hidden="true" />
      <span className="absolute -end-0.5 top-0 flex">
        <CartCount />
      </span>
    </Link>
  )
}
