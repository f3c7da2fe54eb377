import { useLingui } from '@lingui/react/macro'
import type { Order, OrderFulfilment, OrderPayment, RefundRequest } from '@vesper/sync/vesper/records/order.ts'

/** The states of orders in the language that is shown. */
export function useFulfilmentWords(): Readonly<Record<OrderFulfilment, string>> {
  const { t } = useLingui()
  return {
    ...{ new: t`New`, processing: t`Being prepared`, shipped: t`On its way`, delivered: t`Delivered` },
    ...{ completed: t`Complete`, canceled: t`Canceled` },
  }
}

export function usePaymentWords(): Readonly<Record<OrderPayment, string>> {
  const { t } = useLingui()
  return {
    ...{ paid: t`Paid`, partly_refunded: t`Partly refunded`, refunded: t`Refunded`, disputed: t`With our team` },
  }
}

/** Why a buyer wants tokens back. */
export function useReasonWords(): Readonly<Record<RefundRequest['reason'], string>> {
  const { t } = useLingui()
  return {
    ...{ not_arrived: t`It has not arrived`, damaged: t`It is damaged`, not_as_described: t`It is not as described` },
    ...{ withdrawal: t`Withdrawal from the contract`, other: t`Another reason` },
  }
}

/** How a request for tokens back stands. */
export function useRequestWords(): Readonly<Record<RefundRequest['state'], string>> {
  const { t } = useLingui()
  return {
    ...{ open: t`Refund asked for`, granted: t`Refund granted` },
    ...{ refused: t`Refund refused`, appealed: t`Our team decides about the refund` },
  }
}

/** The states of a timeline's steps: an event names one of any of the tables. */
export function useStepWords(): (event: Order['events'][number]) => string {
  const { t } = useLingui()
  const fulfilment = useFulfilmentWords()
  const payment = usePaymentWords()
  const request = useRequestWords()
  const words: Readonly<Record<string, string>> = { ...request, ...payment, ...fulfilment, new: t`Ordered and paid` }
  return ({ from, to }) => (from === to ? t`Note` : (words[to] ?? to))
}
