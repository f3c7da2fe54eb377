import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { Sending } from '../../core/sync/delivery-state.ts'
import { OrderLines } from '../../entities/orders/order-lines.tsx'
import { OrderSending } from '../../entities/orders/order-sending.tsx'
import { OrderState } from '../../entities/orders/order-state.tsx'
import { OrderSums } from '../../entities/orders/order-sums.tsx'
import { ParcelAddress } from '../../entities/orders/parcel-address.tsx'
import { Timeline } from '../../entities/orders/timeline.tsx'
import { useOrderStep } from '../../entities/orders/use-order-step.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Card } from '../../ui/list/card.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { RequestNotice } from './request-notice.tsx'
import { SaleActions } from './sale-actions.tsx'

type Props = {
  sale: Order
  /** Undefined where the server has all steps of this device. */
  sending: Sending | undefined
  /** Null where it is not among several that are marked together. */
  choice: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | null
  onShip: () => void
  onPrint: () => void
}

/** One sale: what goes where, and what can be done about it. */
export function SaleCard({ sale: held, sending, choice, onShip, onPrint }: Props) {
  const { t, i18n } = useLingui()
  const step = useOrderStep(held)
  const sale = step.shown
  const { _id, number, buyer, paidAt, lines, address, buyerNote, sellerNote, trackingNumber, carrier, events } = sale
  const heading = `sale-${_id}`
  const day = formatDate(new Date(paidAt), i18n.locale, { dateStyle: 'medium' })
  return (
    <Card aria-labelledby={heading} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 id={heading} className="font-semibold">
            <Trans>Order {number}</Trans>
          </h2>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            <bdi>{buyer.name}</bdi> · {day}
          </p>
          <OrderState order={sale} />
          <OrderSending sending={sending} />
        </div>
        {choice && (
          <Checkbox
            aria-label={t`Choose order ${number}`}
            label=""
            checked={choice.isChosen}
            onChange={(event) => choice.onChoose(event.currentTarget.checked)}
          />
        )}
      </div>
      {sale.refundRequest && <RequestNotice sale={sale} request={sale.refundRequest} step={step} />}
      <OrderLines lines={lines} currency={sale.vat?.currency} label={t`Products of order ${number}`} />
      {buyerNote !== '' && (
        <p className="rounded-control bg-raised px-4 py-3 text-sm [overflow-wrap:anywhere]">
          <Trans>
            From the buyer: <bdi>{buyerNote}</bdi>
          </Trans>
        </p>
      )}
      {address && <ParcelAddress address={address} />}
      {(trackingNumber !== '' || carrier !== '') && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <Trans>
            Sent with <bdi>{carrier || '–'}</bdi>, tracking number <bdi dir="ltr">{trackingNumber || '–'}</bdi>
          </Trans>
        </p>
      )}
      {sellerNote !== '' && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <Trans>
            Your note: <bdi>{sellerNote}</bdi>
          </Trans>
        </p>
      )}
      <SaleActions sale={sale} step={step} onShip={onShip} onPrint={onPrint} />
      <details className="group">
        <summary className="flex min-h-target cursor-pointer items-center text-sm font-semibold text-muted">
          <Trans>Amounts and timeline</Trans>
        </summary>
        <div className="grid gap-4 pt-2">
          <OrderSums order={sale} />
          <Timeline events={events} />
        </div>
      </details>
    </Card>
  )
}
