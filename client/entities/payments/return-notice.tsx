import { Plural, Trans } from '@lingui/react/macro'
import type { ConfirmAnswer } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type * as v from 'valibot'
import { $offline } from '../../core/connection/model.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { CheckNotice } from './check-notice.tsx'
import { useCheckout } from './use-checkout.ts'

/** How the payment stands that the buyer has come back from, asked at the server until it is settled. */
export function ReturnNotice({
  checkoutId,
  paid,
  onSettled,
}: {
  checkoutId: string
  /** Says what has been paid for; tokens unless told. */
  paid?: ReactNode
  onSettled: () => void
}) {
  const isOffline = useUnit($offline)
  const { confirmed, error, isUnderWay, askAgain } = useCheckout(checkoutId)
  const isPaid = confirmed?.status === 'paid'
  // A reload of the page asks no more.
  useEffect(() => {
    if (isPaid) onSettled()
  }, [isPaid, onSettled])
  if (isPaid) {
    return (
      <Notice tone="ok" role="status">
        {paid ?? (
          <Plural
            value={confirmed.tokens ?? 0}
            one="Paid: # token is in your wallet."
            other="Paid: # tokens are in your wallet."
          />
        )}
      </Notice>
    )
  }
  if (confirmed && !isUnderWay) return <PaymentEnded kind={confirmed.kind} status={confirmed.status} />
  return (
    <CheckNotice error={error} onRetry={askAgain}>
      {isOffline ? (
        <Trans>The payment is checked when you're back online.</Trans>
      ) : (
        <Trans>The payment is being checked. Nothing is lost if you leave this page.</Trans>
      )}
    </CheckNotice>
  )
}

/** Says that a payment has ended, and not as paid. */
export function PaymentEnded({ kind, status }: Pick<v.InferOutput<typeof ConfirmAnswer>, 'kind' | 'status'>) {
  const isGivenBack = status === 'refunded' || status === 'disputed' || status === 'lost'
  return (
    <Notice tone="warning" role="status">
      {status === 'expired' ? (
        <Trans>This payment has expired. Nothing was charged.</Trans>
      ) : status === 'refunded' && kind === 'subscription' ? (
        <Trans>This payment bought no term. Its money goes back to your card.</Trans>
      ) : isGivenBack ? (
        <Trans>This payment was taken back. Its tokens are not in your wallet any more.</Trans>
      ) : (
        <Trans>This payment failed. Nothing was charged. Try again, or pay with another card.</Trans>
      )}
    </Notice>
  )
}
