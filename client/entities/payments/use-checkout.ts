import { ConfirmAnswer } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import useSWR from 'swr'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { $offline } from '../../core/connection/model.ts'
import { useOnReconnect } from '../../core/connection/use-on-reconnect.ts'
import { $user } from '../../core/session/model.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { attemptsOf } from './payment-attempts.ts'

/** Milliseconds between two questions while a payment is open. */
const ASK_EVERY_MS = 3_000

type Confirmed = v.InferOutput<typeof ConfirmAnswer>

type Checkout = {
  confirmed: Confirmed | undefined
  /** Why it could not be asked; undefined while there is no connection. */
  error: unknown
  isUnderWay: boolean
  askAgain: () => void
}

/**
 * How a payment stands at the provider, asked at the server, which settles one that is paid: a webhook may come later. Null for
 * no payment. `isFollowed`: asked until it is settled; once otherwise.
 */
export function useCheckout(checkoutId: string | null, { isFollowed = true } = {}): Checkout {
  const [isOffline, user] = useUnit([$offline, $user])
  const { data, error, mutate } = useSWR<Confirmed, unknown>(
    checkoutId === null ? null : ['confirm-payment', checkoutId],
    () => callApi({ path: '/stripe/confirm-payment', query: { checkoutId: checkoutId ?? '' }, answer: ConfirmAnswer }),
    {
      refreshInterval: (answer) => (!isFollowed || (answer && !isUnderWay(answer)) ? 0 : ASK_EVERY_MS),
      shouldRetryOnError: false,
    },
  )
  const askAgain = () => void mutate()
  useOnReconnect(error !== undefined, askAgain)
  const account = user?._id ?? ''
  const isEnded = data !== undefined && !isUnderWay(data)
  // The same wish is another payment from now on.
  useEffect(() => {
    if (isEnded && checkoutId !== null) attemptsOf(account).endCheckout(checkoutId)
  }, [isEnded, checkoutId, account])
  const isPaid = data?.status === 'paid'
  useEffect(() => {
    if (isPaid) pullNow()
  }, [isPaid])
  return {
    confirmed: data,
    error: isOffline ? undefined : error,
    isUnderWay: data !== undefined && isUnderWay(data),
    askAgain,
  }
}

function isUnderWay({ status }: Pick<Confirmed, 'status'>): boolean {
  return status === 'created' || status === 'open'
}
