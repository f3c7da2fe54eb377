import { Plural, Trans } from '@lingui/react/macro'
import { ConfirmAnswer } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import useSWR from 'swr'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { $offline } from '../../core/connection/model.ts'
import { useOnReconnect } from '../../core/connection/use-on-reconnect.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { CheckNotice } from '../../entities/payments/check-notice.tsx'
import { Notice } from '../../ui/form/notice.tsx'

/** Milliseconds between two questions while a payment is open. */
const ASK_EVERY_MS = 3_000

type Confirmed = v.InferOutput<typeof ConfirmAnswer>

function isUnderWay({ status }: Pick<Confirmed, 'status'>): boolean {
  return status === 'created' || status === 'open'
}

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
  const { data, error, mutate } = useSWR<Confirmed, unknown>(
    ['confirm-payment', checkoutId],
    () => callApi({ path: '/stripe/confirm-payment', query: { checkoutId }, answer: ConfirmAnswer }),
    {
      refreshInterval: (answer) => (answer && !isUnderWay(answer) ? 0 : ASK_EVERY_MS),
      shouldRetryOnError: false,
    },
  )
  useOnReconnect(error !== undefined, () => void mutate())
  const isPaid = data?.status === 'paid'
  // A reload of the page asks no more.
  useEffect(() => {
    if (isPaid) onSettled()
  }, [isPaid, onSettled])
  useEffect(() => {
    if (isPaid) pullNow()
  }, [isPaid])
  if (isPaid) {
    return (
      <Notice tone="ok" role="status">
        {paid ?? (
          <Plural
            value={data.tokens ?? 0}
            one="Paid: # token is in your wallet."
            other="Paid: # tokens are in your wallet."
          />
        )}
      </Notice>
    )
  }
  if (data && !isUnderWay(data)) return <Ended status={data.status} />
  return (
    <CheckNotice error={isOffline ? undefined : error} onRetry={() => void mutate()}>
      {isOffline ? (
        <Trans>The payment is checked when you're back online.</Trans>
      ) : (
        <Trans>The payment is being checked. Nothing is lost if you leave this page.</Trans>
      )}
    </CheckNotice>
  )
}

function Ended({ status }: Pick<Confirmed, 'status'>) {
  const isGivenBack = status === 'refunded' || status === 'disputed' || status === 'lost'
  return (
    <Notice tone="warning" role="status">
      {status === 'expired' ? (
        <Trans>This payment has expired. Nothing was charged.</Trans>
      ) : isGivenBack ? (
        <Trans>This payment was taken back. Its tokens are not in your wallet any more.</Trans>
      ) : (
        <Trans>This payment failed. Nothing was charged. Try again, or pay with another card.</Trans>
      )}
    </Notice>
  )
}
