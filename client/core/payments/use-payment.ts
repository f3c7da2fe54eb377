import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type * as v from 'valibot'
import { v7 } from 'uuid'
import { callApi, ConnectionError } from '../api/api.ts'
import { textOf } from '../api/error-message.ts'
import { useAction } from '../../ui/form/use-action.ts'

/** A payment, and the figures that the payer sees before it. */
type Sheet<Seen> = {
  path: string
  body: Record<string, unknown>
  seen: Seen
  /** Told why the server charged nothing. */
  onRefused?: (refusal: Refusal) => void
}

/**
 * Pays from the wallet. The id of the payment is made once: where the answer was lost, paying again is the same payment. A
 * body that differs is another payment. Until the answer is there, `seen` is as it was when the payment began: the device may
 * hear of the charge first, and would ask for tokens that were paid already.
 */
export function usePayment<Answer extends v.GenericSchema, Seen>(
  { path, body, seen, onRefused }: Sheet<Seen>,
  answer: Answer,
  onPaid: (paid: v.InferOutput<Answer>) => void,
) {
  const { t } = useLingui()
  const about = JSON.stringify([path, body])
  const attempt = useRef<{ about: string; _id: string } | null>(null)
  const [open, setOpen] = useState<{ about: string; seen: Seen } | null>(null)
  const before = open?.about === about ? open.seen : seen
  const action = useAction(async () => {
    if (attempt.current?.about !== about) attempt.current = { about, _id: v7() }
    const { _id } = attempt.current
    setOpen({ about, seen: before })
    try {
      onPaid(await callApi({ method: 'POST', path, body: { ...body, _id }, answer }))
    } catch (error) {
      // A refusal is an answer.
      if (!(error instanceof ConnectionError)) setOpen(null)
      if (error instanceof Refusal) onRefused?.(error)
      throw error
    }
  })
  const failure =
    action.error === null
      ? null
      : action.error instanceof ConnectionError
        ? t`The connection broke off before the answer came. Try again: you are not charged twice.`
        : textOf(action.error)
  return { pay: action.run, busy: action.busy, failure, seen: before }
}
