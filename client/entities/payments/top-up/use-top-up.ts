import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CheckoutAnswer } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $user } from '../../../core/session/model.ts'
import { pullNow } from '../../../core/sync/pull-now.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { attemptsOf } from '../payment-attempts.ts'
import { isComing, leftPaymentsOf } from './left-payments.ts'
import type { Leaving } from './left-payments.ts'

/** Tokens that are bought, and the cents that the buyer sees. */
export type Bought = { packageId: string; amount: number } | { tokens: number; amount: number }

export type Chosen = Bought & { cardId?: string; couponCode?: string }

const PATH = '/payment/wallet/top-up'

type Options = {
  /** The payment that the tokens are for, which the pay page leads back to. */
  leaving?: Leaving | null
  /**
   * One top-up is enough for that payment: where another tab, or the press before this one, has paid it, the tokens are on their
   * way and nothing more is ordered.
   */
  isOnce?: boolean
  onPaid: () => void
  onRefused: () => void
}

/**
 * Orders tokens. A saved card pays at once; else the pay page opens. The same order again is the same payment until it is
 * settled, also after a reload and from another tab: while its pay page is open, it leads there again. `failure` says so, and
 * warns of an order that may have gone through.
 */
export function useTopUp({ leaving = null, isOnce = false, onPaid, onRefused }: Options) {
  const { t } = useLingui()
  const account = useUnit($user)?._id ?? ''
  const attempts = attemptsOf(account)
  const left = leftPaymentsOf(account)
  const order = async (chosen: Chosen): Promise<void> => {
    const before = isOnce && leaving && left.ofPage(leaving.page)
    if (before && isComing(before)) return onPaid()
    const _id = attempts.begin(PATH, aboutOf(chosen))
    const wasOpen = attempts.isOpen(_id)
    const { checkoutId = null, state = 'asked' } = (wasOpen && left.ofOrder(_id)) || {}
    if (leaving) left.keep({ ...leaving, orderId: _id, checkoutId, state })
    try {
      const answer = await callApi({ method: 'POST', path: PATH, body: { ...chosen, _id }, answer: CheckoutAnswer })
      if (answer.url !== '') {
        attempts.open(_id, answer.checkoutId)
        left.change(_id, { checkoutId: answer.checkoutId, state: 'opened' })
        return location.assign(answer.url)
      }
      attempts.end(_id)
      // Its page has ended meanwhile: the same wish is a new order.
      if (answer.status !== 'paid' && wasOpen) return await order(chosen)
      if (answer.status !== 'paid') throw new Refusal('conflict', t`This payment has ended. Nothing was charged.`)
      left.change(_id, { state: 'paid' })
      pullNow()
      onPaid()
      const text = wasOpen
        ? t`Your earlier payment went through. Its tokens are in the wallet.`
        : t`Paid. Your tokens are in the wallet.`
      void showToast('success', text)
    } catch (error) {
      if (error instanceof Refusal && error.isFinal) {
        attempts.end(_id)
        left.drop(({ orderId }) => orderId === _id)
      }
      if (error instanceof Refusal) onRefused()
      throw error
    }
  }
  const action = useAction(order)
  const isUnanswered = (chosen: Chosen) => attempts.of(PATH).some(({ about }) => about === aboutOf(chosen))
  const failureOf = (chosen: readonly Chosen[]): string | null => {
    if (action.busy) return null
    if (action.error !== null && !(action.error instanceof ConnectionError)) return errorMessage(action.error)
    // An order whose page is open is no unanswered one.
    if (attempts.of(PATH).length === 0) return action.error === null ? null : errorMessage(action.error)
    return chosen.some(isUnanswered)
      ? t`The connection broke off before the answer came. Try again: you are not charged twice.`
      : t`An earlier top-up has no answer and may have gone through. Look at the top-ups in your wallet before you pay again.`
  }
  return { ...action, failureOf, isUnanswered }
}

function aboutOf(chosen: Chosen): string {
  return JSON.stringify(Object.entries(chosen).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
