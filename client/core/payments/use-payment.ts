import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type * as v from 'valibot'
import { v7 } from 'uuid'
import { callApi, ConnectionError } from '../api/api.ts'
import { textOf } from '../api/error-message.ts'
import { useAction } from '../../ui/form/use-action.ts'

type Payment = { path: string; body: Record<string, unknown> }

/**
 * Pays from the wallet. The id of the payment is made once: where the answer was lost, paying again is the same payment. A
 * body that differs is another payment.
 */
export function usePayment<Answer extends v.GenericSchema>(
  answer: Answer,
  onPaid: (paid: v.InferOutput<Answer>) => void,
) {
  const { t } = useLingui()
  const attempt = useRef<{ about: string; _id: string } | null>(null)
  const action = useAction(async ({ path, body }: Payment) => {
    const about = JSON.stringify([path, body])
    if (attempt.current?.about !== about) attempt.current = { about, _id: v7() }
    const { _id } = attempt.current
    onPaid(await callApi({ method: 'POST', path, body: { ...body, _id }, answer }))
  })
  const failure =
    action.error === null
      ? null
      : action.error instanceof ConnectionError
        ? t`The connection broke off before the answer came. Try again: you are not charged twice.`
        : textOf(action.error)
  return { pay: action.run, busy: action.busy, failure }
}
