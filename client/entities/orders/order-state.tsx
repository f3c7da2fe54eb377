import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { useFulfilmentWords, usePaymentWords, useRequestWords } from './order-words.ts'

const tones = {
  new: 'accent',
  processing: 'accent',
  shipped: 'star',
  delivered: 'ok',
  completed: 'ok',
  canceled: 'neutral',
} as const

type Props = { order: Pick<Order, 'fulfilment' | 'payment' | 'refundRequest'> }

/** How an order stands, in words. */
export function OrderState({ order: { fulfilment, payment, refundRequest } }: Props) {
  const [words, payments, requests] = [useFulfilmentWords(), usePaymentWords(), useRequestWords()]
  const isRefundSaid = fulfilment !== 'canceled' && payment !== 'paid'
  const isAsked = refundRequest !== null && refundRequest.state !== 'granted'
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tones[fulfilment]}>{words[fulfilment]}</Badge>
      {isRefundSaid && <Badge tone="neutral">{payments[payment]}</Badge>}
      {isAsked && <Badge tone="warning">{requests[refundRequest.state]}</Badge>}
    </span>
  )
}
