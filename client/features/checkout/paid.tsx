import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { CircleCheck } from 'lucide-react'
import { ProductDownload } from '../../entities/downloads/product-download.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'

/** The orders that were just paid, and the files that are there at once. */
export function Paid({ account, orders }: { account: string; orders: readonly Order[] }) {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Thank you`} subtitle={<Trans>It is paid. Your orders are on all your devices.</Trans>} />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <ul role="list" aria-label={t`Orders`} className="grid gap-4">
          {orders.map((order) => (
            <li key={order._id}>
              <PaidOrder account={account} order={order} />
            </li>
          ))}
        </ul>
        <Link to="/orders" className={buttonClass('primary', 'justify-self-start')}>
          <Trans>See your orders</Trans>
        </Link>
      </div>
    </main>
  )
}

function PaidOrder({ account, order: { _id, number, performer, type, lines } }: { account: string; order: Order }) {
  return (
    <Card className="grid gap-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <CircleCheck className="size-5 shrink-0 text-ok-ink" aria-hidden="true" />
        <Link
          to="/orders/$orderId"
          params={{ orderId: _id }}
          className="inline-flex min-h-target items-center underline"
        >
          <Trans>Order {number}</Trans>
        </Link>
      </h2>
      <p className="text-sm text-muted">
        {type === 'physical' ? (
          <Trans>
            <bdi>{performer.name}</bdi> packs it now. You hear of each step.
          </Trans>
        ) : (
          <Trans>Your files are ready.</Trans>
        )}
      </p>
      <ul role="list" className="grid gap-3">
        {lines.map(({ _id: lineId, productId, name, quantity, files }) => (
          <li key={lineId} className="grid gap-2">
            <p className="[overflow-wrap:anywhere]">
              <Trans>
                {quantity} × <bdi>{name}</bdi>
              </Trans>
            </p>
            {type === 'digital' && files > 0 && (
              <ProductDownload account={account} productId={productId} title={name} count={files} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
