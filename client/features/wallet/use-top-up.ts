import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CheckoutAnswer } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $user } from '../../core/session/model.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { attemptsOf } from '../../entities/payments/payment-attempts.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'

/** Tokens that are bought, and the cents that the buyer sees. */
export type Bought = { packageId: string; amount: number } | { tokens: number; amount: number }

export type Chosen = Bought & { cardId?: string; couponCode?: string }

const PATH = '/payment/wallet/top-up'

/**
 * Orders tokens. A saved card pays at once; else the pay page opens. The same order again is the same payment until it is
 * answered, also after a reload. `failure` says so, and warns of an order that may have gone through.
 */
export function useTopUp({ onPaid, onRefused }: { onPaid: () => void; onRefused: () => void }) {
  const { t } = useLingui()
  const attempts = attemptsOf(useUnit($user)?._id ?? '')
  const action = useAction(async (chosen: Chosen) => {
    const _id = attempts.begin(PATH, aboutOf(chosen))
    try {
      const answer = await callApi({ method: 'POST', path: PATH, body: { ...chosen, _id }, answer: CheckoutAnswer })
      attempts.end(_id)
      if (answer.url !== '') return location.assign(answer.url)
      if (answer.status !== 'paid') throw new Refusal('conflict', t`This payment has ended. Nothing was charged.`)
      pullNow()
      onPaid()
      void showToast('success', t`Paid. Your tokens are in the wallet.`)
    } catch (error) {
      if (error instanceof Refusal && error.isFinal) attempts.end(_id)
      if (error instanceof Refusal) onRefused()
      throw error
    }
  })
  const failureOf = (chosen: Chosen | null): string | null => {
    if (action.busy) return null
    if (action.error !== null && !(action.error instanceof ConnectionError)) return errorMessage(action.error)
    const unanswered = attempts.of(PATH)
    if (unanswered.length === 0) return null
    return chosen && unanswered.some(({ about }) => about === aboutOf(chosen))
      ? t`The connection broke off before the answer came. Try again: you are not charged twice.`
      : t`An earlier top-up has no answer and may have gone through. Look at the top-ups below before you pay again.`
  }
  return { ...action, failureOf }
}

function aboutOf(chosen: Chosen): string {
  return JSON.stringify(Object.entries(chosen).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
