import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Order, OrderLine, RefundRequest } from '@vesper/sync/vesper/records/order.ts'
import { useState } from 'react'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { OrderNote } from '../../entities/orders/order-note.tsx'
import { useReasonWords } from '../../entities/orders/order-words.ts'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'

export type RefundAsked = {
  reason: RefundRequest['reason']
  note: string
  lines: { lineId: string; quantity: number }[]
}

type Props = {
  order: Order
  busy: boolean
  failure: string | null
  onAsk: (asked: RefundAsked) => Promise<boolean>
  onClose: () => void
}

/** Asks the seller for tokens back: why, and for which things. */
export function RefundDialog({ order, busy, failure, onAsk, onClose }: Props) {
  const { t } = useLingui()
  const words = useReasonWords()
  const [reason, setReason] = useState<RefundRequest['reason']>(
    order.type === 'digital' ? 'not_as_described' : 'damaged',
  )
  const { values, edit, forget } = useKeptForm(`refund-request:${order._id}`, { note: '' })
  const { note } = values
  const left = order.lines.filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity)
  const [counts, setCounts] = useState<Record<string, number>>(() =>
    Object.fromEntries(left.map((line) => [line._id, line.quantity - line.refundedQuantity])),
  )
  const asked = left.flatMap(({ _id: lineId }) => {
    const quantity = counts[lineId] ?? 0
    return quantity > 0 ? [{ lineId, quantity }] : []
  })
  const reasons = (['not_arrived', 'damaged', 'not_as_described', 'other'] as const).filter(
    (one) => one !== 'not_arrived' || order.fulfilment === 'shipped' || order.type === 'digital',
  )
  const isWhole = left.every((line) => counts[line._id] === line.quantity)
  const send = async () => {
    // Without lines the shipping is asked for as well.
    if (await onAsk({ reason, note: note.trim(), lines: isWhole ? [] : asked })) forget()
  }
  return (
    <StepDialog
      title={t`Ask for a refund`}
      {...{ busy, failure, onClose }}
      yes={<Trans>Send request</Trans>}
      isReady={asked.length > 0}
      onYes={() => void send()}
    >
      <p className="text-sm">
        <Trans>The seller answers within 3 days. If not, our team decides.</Trans>
      </p>
      <SelectField
        label={t`Reason`}
        value={reason}
        onChange={({ target }) => setReason(reasons.find((one) => one === target.value) ?? 'other')}
      >
        {reasons.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </SelectField>
      <fieldset className="grid gap-2">
        <legend className="text-sm font-semibold text-ink">
          <Trans>Products</Trans>
        </legend>
        {left.map((line) => (
          <LineChoice
            key={line._id}
            line={line}
            count={counts[line._id] ?? 0}
            onCount={(count) => setCounts({ ...counts, [line._id]: count })}
          />
        ))}
      </fieldset>
      <OrderNote label={t`What is wrong`} value={note} onChange={(note) => edit({ note })} />
    </StepDialog>
  )
}

type LineProps = { line: OrderLine; count: number; onCount: (count: number) => void }

function LineChoice({ line: { name, quantity, refundedQuantity }, count, onCount }: LineProps) {
  const { t } = useLingui()
  const most = quantity - refundedQuantity
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <Checkbox
        label={<bdi className="[overflow-wrap:anywhere]">{name}</bdi>}
        checked={count > 0}
        onChange={(event) => onCount(event.currentTarget.checked ? most : 0)}
      />
      {most > 1 && count > 0 && (
        <select
          aria-label={t`How many of ${name}`}
          value={count}
          onChange={(event) => onCount(Number(event.currentTarget.value))}
          className="min-h-target rounded-control border border-line bg-raised px-3 text-ink"
        >
          {Array.from({ length: most }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      )}
      {most > 1 && (
        <span className="text-sm">
          <Plural value={most} one="of #" other="of #" />
        </span>
      )}
    </div>
  )
}
