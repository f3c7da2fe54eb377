import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CheckoutAnswer } from '@vesper/sync/vesper/api/payments.ts'
import { useRef } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/toast.ts'

/** Tokens that are bought, and the cents that the buyer sees. */
export type Bought = { packageId: string; amount: number } | { tokens: number; amount: number }

export type Chosen = Bought & { cardId?: string; couponCode?: string }

/**
 * Orders tokens. A saved card pays at once; else the pay page opens. The same order again is the same payment, until it is
 * paid or refused.
 */
export function useTopUp(onPaid: () => void) {
  const { t } = useLingui()
  const order = useRef<{ about: string; _id: string } | null>(null)
  return useAction(async (chosen: Chosen) => {
    const about = JSON.stringify(chosen)
    if (order.current?.about !== about) order.current = { about, _id: v7() }
    const body = { ...chosen, _id: order.current._id }
    try {
      const answer = await callApi({ method: 'POST', path: '/payment/wallet/top-up', body, answer: CheckoutAnswer })
      if (answer.url !== '') return location.assign(answer.url)
      order.current = null
      if (answer.status !== 'paid') return
      onPaid()
      void showToast('success', t`Paid. Your tokens are in the wallet.`)
    } catch (error) {
      // What was refused is over: another try is another payment.
      if (error instanceof Refusal && error.isFinal) order.current = null
      throw error
    }
  })
}
