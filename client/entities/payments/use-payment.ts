import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { useUnit } from 'effector-react'
import { createElement, useState } from 'react'
import * as v from 'valibot'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $user } from '../../core/session/model.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { BeyondLimit, passedLimitOf } from './beyond-limit.tsx'
import { attemptsOf } from './payment-attempts.ts'

/** A payment, and the figures that the payer sees before it. */
type Sheet<Seen> = {
  path: string
  body: Record<string, unknown>
  /** The thing that is paid; the path where it names the thing. */
  scope?: string
  seen: Seen
  /** Told why the server charged nothing. */
  onRefused?: (refusal: Refusal) => void
}

/** An answer that is not paid yet: its page is to be opened. */
const WithPage = v.object({ checkout: v.object({ checkoutId: v.string() }) })

/**
 * Pays from the wallet, or by card. The id of the payment is made once: where the answer was lost, paying again is the same
 * payment, also after the sheet was closed or the tab was killed. A body that differs is another payment, and `failure` then
 * says that the first may have gone through. One that was answered with a pay page is the same payment while its page is open, and
 * leads there again. Until the answer is there, `seen` is as it was when the payment began: the
 * device may hear of the charge first, and would ask for tokens that were paid already.
 */
export function usePayment<Answer extends v.GenericSchema, Seen>(
  { path, body, scope = path, seen, onRefused }: Sheet<Seen>,
  answer: Answer,
  onPaid: (paid: v.InferOutput<Answer>, id: string) => void,
) {
  const { t } = useLingui()
  const attempts = attemptsOf(useUnit($user)?._id ?? '')
  const about = JSON.stringify([path, body])
  const [open, setOpen] = useState<{ about: string; seen: Seen } | null>(null)
  const before = open?.about === about ? open.seen : seen
  const send = async (): Promise<void> => {
    const _id = attempts.begin(scope, about)
    const wasOpen = attempts.isOpen(_id)
    setOpen({ about, seen: before })
    try {
      const paid = await callApi({ method: 'POST', path, body: { ...body, _id }, answer })
      const opened = v.safeParse(WithPage, paid)
      if (opened.success) attempts.open(_id, opened.output.checkout.checkoutId)
      else attempts.end(_id)
      pullNow()
      onPaid(paid, _id)
    } catch (error) {
      // A refusal is an answer. One that is not final may come after a charge, and keeps the id.
      if (!(error instanceof ConnectionError)) setOpen(null)
      if (error instanceof Refusal && error.isFinal) attempts.end(_id)
      // Its page has ended meanwhile: the same wish is a new payment.
      if (wasOpen && error instanceof Refusal && error.kind === 'conflict') return await send()
      if (error instanceof Refusal) onRefused?.(error)
      throw error
    }
  }
  const action = useAction(send)
  const unanswered = action.busy ? [] : attempts.of(scope)
  const isSame = unanswered.some((attempt) => attempt.about === about)
  const textOfUnanswered = () => {
    if (unanswered.length === 0) return null
    return isSame
      ? t`The connection broke off before the answer came. Try again: you are not charged twice.`
      : t`An earlier payment here has no answer and may have gone through. Look at your history before you pay again.`
  }
  const textOfError = () =>
    action.error === null || action.error instanceof ConnectionError ? null : errorMessage(action.error)
  const passed = passedLimitOf(action.error)
  return {
    pay: action.run,
    busy: action.busy,
    failure: passed ? createElement(BeyondLimit, passed) : (textOfError() ?? textOfUnanswered()),
    seen: before,
    /** This payment has no answer: it may be paid already, and then costs nothing more. */
    isUnanswered: isSame,
  }
}
