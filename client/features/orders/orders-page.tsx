import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { Package } from 'lucide-react'
import { $contents, $offline } from '../../core/connection/model.ts'
import { Picture } from '../../core/media/picture.tsx'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import type { Sending } from '../../core/sync/delivery-state.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { OrderSending } from '../../entities/orders/order-sending.tsx'
import { OrderState } from '../../entities/orders/order-state.tsx'
import { useOrderSendings } from '../../entities/orders/use-order-sendings.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'

/** Orders of the account, the newest first. They are there without a connection, too. */
export function OrdersPage() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Orders`}
        subtitle={isOffline && <Trans>As this device last knew them. The states may be newer by now.</Trans>}
      />
      <div className="safe-x grid gap-3 pt-2 pb-12">
        <Orders />
      </div>
    </main>
  )
}

function Orders() {
  const { t } = useLingui()
  const { db } = useSync()
  const contents = useUnit($contents)
  const sendings = useOrderSendings()
  const orders = useLiveQuery(async () => {
    const all = await db.orders.toArray()
    return all.toSorted((a, b) => b.paidAt.localeCompare(a.paidAt) || b._id.localeCompare(a._id))
  }, [db])
  if (!orders || (orders.length === 0 && contents === 'coming')) {
    return (
      <div aria-busy="true" className="grid gap-3">
        <span className="sr-only">{t`Loading your orders`}</span>
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-28 rounded-card" />
      </div>
    )
  }
  if (orders.length === 0 && contents === 'away') return <ListUnavailable icon={<Package />} />
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={<Package />}
        title={t`You have not ordered anything yet`}
        action={
          <Link to="/explore" className={buttonClass('secondary')}>
            <Trans>Explore</Trans>
          </Link>
        }
      >
        <Trans>Things and files that you buy from creators appear here.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Orders`} className="grid gap-3">
      {orders.map((order) => (
        <li
          key={order._id}
          className="relative rounded-card border border-line bg-surface transition-colors duration-150 hover:bg-raised"
        >
          <Row order={order} sending={sendings.get(order._id)} />
        </li>
      ))}
    </ul>
  )
}

function Row({ order, sending }: { order: Order; sending: Sending | undefined }) {
  const { t, i18n } = useLingui()
  const { _id, number, performer, lines, paidAt, tokens } = order
  const [first] = lines
  return (
    <>
      <Link to="/orders/$orderId" params={{ orderId: _id }} className="flex gap-4 rounded-card p-4">
        <Picture src={first?.picture ?? null} icon={<Package />} className="w-16 shrink-0 self-start rounded-control" />
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <bdi className="min-w-0 truncate font-semibold">{first?.name}</bdi>
            <TokenPrice value={tokens} className="text-sm" />
          </span>
          {lines.length > 1 && (
            <span className="text-sm text-muted">
              <Plural value={lines.length - 1} one="and # more product" other="and # more products" />
            </span>
          )}
          <span className="text-sm text-muted [overflow-wrap:anywhere]">
            <bdi>{performer.name}</bdi> · {formatDate(new Date(paidAt), i18n.locale, { dateStyle: 'medium' })} ·{' '}
            {number}
          </span>
          <OrderState order={order} />
        </span>
      </Link>
      <OrderSending
        sending={sending}
        className="px-4 pb-4"
        refused={
          <Link
            to="/orders/$orderId"
            params={{ orderId: _id }}
            aria-label={t`Open order ${number}`}
            className="inline-flex min-h-target items-center font-semibold underline"
          >
            <Trans>Open the order</Trans>
          </Link>
        }
      />
    </>
  )
}
