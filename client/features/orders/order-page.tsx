import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { ProductDownload } from '../../entities/downloads/product-download.tsx'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { OrderLines } from '../../entities/orders/order-lines.tsx'
import { OrderSending } from '../../entities/orders/order-sending.tsx'
import { OrderState } from '../../entities/orders/order-state.tsx'
import { OrderSums } from '../../entities/orders/order-sums.tsx'
import { ParcelAddress } from '../../entities/orders/parcel-address.tsx'
import { SellerKindLine } from '../../entities/orders/seller-kind.tsx'
import { Timeline } from '../../entities/orders/timeline.tsx'
import { useOrderSendings } from '../../entities/orders/use-order-sendings.ts'
import { useOrderStep } from '../../entities/orders/use-order-step.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import type { AddressForm } from './address-dialog.tsx'
import { DownloadAll } from './download-all.tsx'
import { OrderActions } from './order-actions.tsx'
import { RequestCard } from './request-card.tsx'
import { useOrder } from './use-order.ts'

type Props = { account: string; orderId: string; addressForm: AddressForm }

/** One order of the account: its things, where it is, and what can be done about it. */
export function OrderPage({ account, orderId, addressForm }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const found = useOrder(orderId)
  if (found.state === 'here') return <Shown account={account} held={found.order} addressForm={addressForm} />
  return (
    <Frame title={t`Order`} isBusy={found.state === 'reading'}>
      {found.state === 'reading' ? (
        <>
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </>
      ) : found.error instanceof Refusal && found.error.kind === 'not-found' ? (
        <MissingPage
          icon={<Package />}
          title={t`There is no such order`}
          action={
            <Link to="/orders" className={buttonClass('secondary')}>
              <Trans>Back to your orders</Trans>
            </Link>
          }
        />
      ) : isOffline ? (
        <ListUnavailable icon={<Package />} />
      ) : (
        <ErrorState
          title={t`The order could not be loaded`}
          message={errorMessage(found.error)}
          onRetry={found.retry}
        />
      )}
    </Frame>
  )
}

function Shown({ account, held, addressForm }: { account: string; held: Order; addressForm: AddressForm }) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const step = useOrderStep(held)
  const sending = useOrderSendings().get(held._id)
  const order = step.shown
  const { number, lines, type, address, buyerNote, sellerNote, refundRequest, events, paidAt } = order
  const day = formatDate(new Date(paidAt), i18n.locale, { dateStyle: 'long' })
  const hasFiles = type === 'digital' && order.payment !== 'refunded'
  return (
    <Frame
      title={t`Order ${number}`}
      subtitle={isOffline ? <Trans>As this device last knew it. Its state may be newer by now.</Trans> : day}
    >
      <Card className="grid gap-4">
        <OrderState order={order} />
        <OrderSending sending={sending} />
        <Seller order={order} />
        <Parcel order={order} />
        {order.cancelReason && (
          <p className="text-sm [overflow-wrap:anywhere]">
            <Trans>
              Why it was canceled: <bdi>{order.cancelReason}</bdi>
            </Trans>
          </p>
        )}
        <OrderActions order={order} step={step} addressForm={addressForm} />
      </Card>
      {refundRequest && <RequestCard request={refundRequest} lines={lines} />}
      <Card className="grid gap-4">
        <h2 className="sr-only">
          <Trans>Products</Trans>
        </h2>
        {hasFiles && <DownloadAll lines={lines} />}
        <OrderLines
          lines={lines}
          currency={order.vat?.currency}
          label={t`Products`}
          under={(line) =>
            hasFiles &&
            line.files > 0 &&
            line.refundedQuantity < line.quantity && (
              <ProductDownload account={account} productId={line.productId} title={line.name} count={line.files} />
            )
          }
        />
        <div className="border-t border-line pt-3">
          <OrderSums order={order} />
        </div>
      </Card>
      {address && (
        <Card className="grid gap-2">
          <h2 className="font-semibold">
            <Trans>Delivery address</Trans>
          </h2>
          <ParcelAddress address={address} />
        </Card>
      )}
      {(buyerNote !== '' || sellerNote !== '') && (
        <Card className="grid gap-3">
          {buyerNote !== '' && <Words title={<Trans>Your note</Trans>}>{buyerNote}</Words>}
          {sellerNote !== '' && <Words title={<Trans>Note from the seller</Trans>}>{sellerNote}</Words>}
        </Card>
      )}
      <Card className="grid gap-3">
        <h2 className="font-semibold">
          <Trans>Timeline</Trans>
        </h2>
        <Timeline events={events} />
      </Card>
    </Frame>
  )
}

/** The seller, and how they sold when it was bought. */
function Seller({ order: { performer, sellerKind } }: { order: Order }) {
  return (
    <>
      <Link
        to="/$profileId"
        params={{ profileId: performer.username ?? performer._id }}
        className="inline-flex min-h-target max-w-full items-center gap-3 justify-self-start font-semibold hover:text-accent-ink"
      >
        <LiveAvatar creator={performer} size="sm" isInLink />
        <bdi className="truncate">{performer.name}</bdi>
      </Link>
      <p className="text-sm text-muted empty:hidden">
        <SellerKindLine kind={sellerKind ?? undefined} />
      </p>
    </>
  )
}

/** Where the parcel is, as far as the seller has told. */
function Parcel({ order }: { order: Order }) {
  const { carrier, trackingNumber, trackingUrl } = order
  if (carrier === '' && trackingNumber === '' && trackingUrl === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span className="[overflow-wrap:anywhere]">
        <Trans>
          Sent with <bdi>{carrier || '–'}</bdi>, tracking number <bdi dir="ltr">{trackingNumber || '–'}</bdi>
        </Trans>
      </span>
      {trackingUrl && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer noopener"
          className="inline-flex min-h-target items-center font-semibold underline"
        >
          <Trans>Follow the parcel</Trans>
        </a>
      )}
    </p>
  )
}

function Words({ title, children }: { title: ReactNode; children: string }) {
  return (
    <div className="grid gap-1">
      <h2 className="text-sm font-semibold">{title}</h2>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{children}</bdi>
      </p>
    </div>
  )
}

type FrameProps = { title: string; subtitle?: ReactNode; isBusy?: boolean; children: ReactNode }

function Frame({ title, subtitle, isBusy = false, children }: FrameProps) {
  return (
    <main aria-busy={isBusy} className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={title} subtitle={subtitle} leading={<BackButton />} />
      <div className="safe-x grid gap-4 pt-2 pb-12">{children}</div>
    </main>
  )
}
