import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { ParcelAddress } from '../../entities/orders/parcel-address.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

type Props = { sales: readonly Order[]; onPrinted: () => void }

/**
 * Prints a slip for each order, each on a page of its own. Nothing of it is on the screen, and nothing else of the app is on
 * the paper. It has no prices: a parcel may be a present.
 */
export function PackingSlips({ sales, onPrinted }: Props) {
  const done = useEffectEvent(onPrinted)
  useEffect(() => {
    document.documentElement.dataset['printing'] = 'slips'
    addEventListener('afterprint', () => done(), { once: true })
    // The slips have to be laid out first.
    const frame = requestAnimationFrame(() => print())
    return () => {
      cancelAnimationFrame(frame)
      delete document.documentElement.dataset['printing']
    }
  }, [])
  return createPortal(
    <div className="packing-slips">
      {sales.map((sale) => (
        <Slip key={sale._id} sale={sale} />
      ))}
    </div>,
    document.body,
  )
}

function Slip({ sale: { number, paidAt, address, lines, performer, buyerNote } }: { sale: Order }) {
  const { i18n } = useLingui()
  const day = formatDate(new Date(paidAt), i18n.locale, { dateStyle: 'long' })
  return (
    <article className="packing-slip">
      <h1>
        <Trans>Packing slip</Trans>
      </h1>
      <p>
        <Trans>Order {number}</Trans> · {day} · <bdi>{performer.name}</bdi>
      </p>
      {address && <ParcelAddress address={address} />}
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Product</Trans>
            </th>
            <th scope="col">
              <Trans>Quantity</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity)
            .map(({ _id, name, quantity, refundedQuantity }) => (
              <tr key={_id}>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>{quantity - refundedQuantity}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {buyerNote !== '' && (
        <p>
          <bdi>{buyerNote}</bdi>
        </p>
      )}
    </article>
  )
}
