import { useLingui } from '@lingui/react/macro'
import { SubscribeAnswer, SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import { useRef } from 'react'
import { v7 } from 'uuid'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { textOf } from '../../core/api/error-message.ts'
import { useAction } from '../../ui/form/use-action.ts'
import type { OfferedTerm } from './offered-terms.ts'

/**
 * Subscribes to a creator. The id of the purchase is made once: where the answer was lost, the same purchase is sent again.
 * Another term, or another price, is another purchase.
 */
export function useSubscribing(performerId: string, onDone: () => void) {
  const { t } = useLingui()
  const attempt = useRef<{ about: string; _id: string } | null>(null)
  const action = useAction(async (term: OfferedTerm) => {
    const about = JSON.stringify(term)
    if (attempt.current?.about !== about) attempt.current = { about, _id: v7() }
    const body = { _id: attempt.current._id, performerId, ...term, source: 'wallet', consent: SUBSCRIPTION_CONSENT }
    await callApi({ method: 'POST', path: '/payment/subscribe/performers', body, answer: SubscribeAnswer })
    onDone()
  })
  const failure =
    action.error === null
      ? null
      : action.error instanceof ConnectionError
        ? t`The connection broke off before the answer came. Try again: you are not charged twice.`
        : textOf(action.error)
  return { subscribe: action.run, busy: action.busy, failure }
}
