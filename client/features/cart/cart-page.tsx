import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { CartGroupCard } from './cart-group-card.tsx'
import { CartPageShell, CartSkeleton } from './cart-page-shell.tsx'
import { groupByPerformer } from './group-by-performer.ts'
import { lineChangesOf, obtainable } from './line-changes.ts'
import { useCartActions } from './use-cart-actions.ts'
import { useCart } from './use-cart.ts'

type Props = {
  isOffline: boolean
  contents: Contents
  /** Where there is something to put into an empty cart. */
  toShops: ReactNode
  onCheckOut: () => void
}

/** The cart by creator, as it is on this device; changes of its lines are announced. */
export function CartPage({ isOffline, contents, toShops, onCheckOut }: Props) {
  const { t, i18n } = useLingui()
  const { lines, unsent } = useCart()
  const { onEmpty, ...actions } = useCartActions()
  if (!lines || (lines.length === 0 && contents === 'coming')) {
    return (
      <CartPageShell isBusy>
        <CartSkeleton />
      </CartPageShell>
    )
  }
  const groups = groupByPerformer(lines, i18n.locale)
  return (
    <CartPageShell
      subtitle={
        isOffline && lines.length > 0 && <Trans>Prices and stock may have changed since you were last online.</Trans>
      }
      actions={
        lines.length > 0 && (
          <Button kind="quiet" onClick={() => onEmpty(lines)}>
            <Trans>Empty the cart</Trans>
          </Button>
        )
      }
    >
      <ChangedNotice count={lines.filter((line) => lineChangesOf(line).length > 0).length} />
      {unsent.refused > 0 && <RefusedNotice count={unsent.refused} />}
      {groups.map((group) => (
        <CartGroupCard key={group.performer._id} group={group} waiting={unsent.waiting} {...actions} />
      ))}
      {lines.length > 0 ? (
        <div className="grid gap-3">
          <p className="flex items-center justify-between gap-3 text-lg font-bold">
            <Trans>Total</Trans>
            <TokenPrice value={groups.reduce((sum, { subtotal }) => sum + subtotal, 0)} className="justify-end" />
          </p>
          {lines.some((line) => obtainable(line) < line.quantity) && (
            <p className="-mt-2 text-sm text-muted">
              <Trans>Without what cannot be bought now.</Trans>
            </p>
          )}
          <Button disabled={!lines.some((line) => obtainable(line) > 0)} onClick={onCheckOut}>
            <Trans>Check out</Trans>
          </Button>
          <p className="text-sm text-muted">
            <Trans>Each creator sends a separate order. Products in your cart are not reserved.</Trans>
          </p>
        </div>
      ) : contents === 'away' ? (
        <ListUnavailable icon={<ShoppingBag />} />
      ) : (
        <EmptyState icon={<ShoppingBag />} title={t`Your cart is empty`} action={toShops}>
          <Trans>Products that you add to your cart appear here, on all your devices.</Trans>
        </EmptyState>
      )}
    </CartPageShell>
  )
}

/** Is there from the start, so that what comes into it is read out. */
function ChangedNotice({ count }: { count: number }) {
  return (
    <div role="status" className="empty:absolute">
      {count > 0 && (
        <Notice tone="warning">
          <Plural
            value={count}
            one="# product has changed since you put it in."
            other="# products have changed since you put them in."
          />
        </Notice>
      )}
    </div>
  )
}

function RefusedNotice({ count }: { count: number }) {
  return (
    <Notice tone="danger" className="flex flex-wrap items-center justify-between gap-x-4">
      <Plural value={count} one="# change of the cart was refused." other="# changes of the cart were refused." />
      <Link to="/outbox" className="inline-flex min-h-target items-center font-semibold underline">
        <Trans>See why</Trans>
      </Link>
    </Notice>
  )
}
