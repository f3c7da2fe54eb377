import { Trans, useLingui } from '@lingui/react/macro'
import type { Order, RefundRequest } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $offline } from '../../core/connection/model.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { OrderNote } from '../../entities/orders/order-note.tsx'
import { useReasonWords, useRequestWords } from '../../entities/orders/order-words.ts'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'
import type { OrderStep } from '../../entities/orders/use-order-step.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { listFormat } from '../../ui/text/number-format.ts'

type Props = { sale: Order; request: RefundRequest; step: OrderStep }

/** The buyer's request for tokens back, and the seller's answers to it. */
export function RequestNotice({ sale, request, step }: Props) {
  const { i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [states, reasons] = [useRequestWords(), useReasonWords()]
  const [decision, setDecision] = useState<'grant' | 'refuse' | null>(null)
  const { state, reason, note, answerBy } = request
  const until = answerBy && formatDate(new Date(answerBy), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const names = request.lines.flatMap(({ lineId, quantity }) => {
    const line = sale.lines.find(({ _id }) => _id === lineId)
    return line ? [`${quantity} × ${line.name}`] : []
  })
  const ask = (answer: 'grant' | 'refuse') => {
    step.clear()
    setDecision(answer)
  }
  const may = (action: 'grant' | 'refuse') => sale.allowed.includes(action)
  return (
    <Notice tone={state === 'open' ? 'warning' : 'info'} className="grid gap-2">
      <p className="font-semibold">
        {states[state]}: {reasons[reason]}
      </p>
      {names.length > 0 && <p className="[overflow-wrap:anywhere]">{listFormat(i18n.locale).format(names)}</p>}
      {note !== '' && (
        <p className="[overflow-wrap:anywhere]">
          <bdi>{note}</bdi>
        </p>
      )}
      {state === 'open' && until && (
        <p>
          <Trans>Answer by {until}. After that our team decides.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {may('grant') && (
          <Button kind="secondary" disabled={isOffline} onClick={() => ask('grant')}>
            <Trans>Grant refund</Trans>
          </Button>
        )}
        {may('refuse') && (
          <Button kind="secondary" disabled={isOffline} onClick={() => ask('refuse')}>
            <Trans>Refuse</Trans>
          </Button>
        )}
      </div>
      {decision && (
        <AnswerDialog
          orderId={sale._id}
          decision={decision}
          busy={step.busy}
          failure={step.failure}
          onClose={() => setDecision(null)}
          onAnswer={async (answer) => {
            const isTaken = await step.take({ method: 'PUT', path: 'update', body: { request: { decision, answer } } })
            if (isTaken) setDecision(null)
            return isTaken
          }}
        />
      )}
    </Notice>
  )
}

type AnswerProps = {
  orderId: string
  decision: 'grant' | 'refuse'
  busy: boolean
  failure: string | null
  onAnswer: (answer: string) => Promise<boolean>
  onClose: () => void
}

function AnswerDialog({ orderId, decision, busy, failure, onAnswer, onClose }: AnswerProps) {
  const { t } = useLingui()
  const { values, edit, forget } = useKeptForm(`refund-answer:${orderId}`, { answer: '' })
  const { answer } = values
  const send = async () => {
    if (await onAnswer(answer.trim())) forget()
  }
  const isGranted = decision === 'grant'
  return (
    <StepDialog
      title={isGranted ? t`Grant the refund?` : t`Refuse the refund?`}
      {...{ busy, failure, onClose }}
      yes={isGranted ? <Trans>Grant refund</Trans> : <Trans>Refuse refund</Trans>}
      isReady={isGranted || answer.trim() !== ''}
      onYes={() => void send()}
    >
      <p>
        {isGranted ? (
          <Trans>The buyer gets the tokens that were asked for at once.</Trans>
        ) : (
          <Trans>The buyer can appeal. Then our team decides.</Trans>
        )}
      </p>
      <OrderNote
        label={isGranted ? t`Words to the buyer` : t`Why you refuse`}
        value={answer}
        onChange={(answer) => edit({ answer })}
      />
    </StepDialog>
  )
}
