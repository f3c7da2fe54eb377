import { useLingui } from '@lingui/react/macro'
import { ShoppingBag } from 'lucide-react'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { CartCount } from '../../../features/cart/cart-count.tsx'
import { Tab } from './tab.tsx'

/** The cart in the rail of a desktop. */
export function CartTab({ className }: { className: string }) {
  const { t } = useLingui()
  const badge = (
    <WithSync fallback={null} canWait>
      <CartCount />
    </WithSync>
  )
  return <Tab to="/cart" label={t`Cart`} Icon={ShoppingBag} badge={badge} className={className} />
}
