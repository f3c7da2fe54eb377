import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RefundBody } from '@vesper/sync/vesper/api/orders.ts'
import type { Order, OrderLine } from '@vesper/sync/vesper/records/order.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { OrderNote } from '../../entities/orders/order-note.tsx'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { leftOf, refundPartsOf, tokensOf } from './refund-parts.ts'
import type { LineRefund } from './refund-parts.ts'

type Props = {
  sale: Order
  busy: boolean
  failure: string | null
  onRefund: (refund: RefundBody) => Promise<boolean>
  onClose: () => void
}

/** Gives tokens back: pieces of lines, amounts of tokens, or all that is left of the order. */
export function RefundDialog({ sale, busy, failure, onRefund, onClose }: Props) {
  const { t } = useLingui()
  // The same for each try: a refund whose answer was lost is made once.
  const [_id] = useState(() => v7())
  const [choices, setChoices] = useState<Record<string, LineRefund>>({})
  const [isWhole, setWhole] = useState(false)
  const [restock, setRestock] = useState(sale.type === 'physical')
  const { values, edit, forget } = useKeptForm(`refund:${sale._id}`, { reason: '' })
  const { reason } = values
  const lines = sale.lines.filter((line) => leftOf(line) > 0)
  const sums = lines.map((line) => tokensOf(line, choices[line._id] ?? nothing))
  const rest = sale.tokens - sale.refunded
  const total = isWhole ? rest : sums.reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0)
  const isRight = total > 0 && (isWhole || !sums.includes(null))
  const refund = async () => {
    const parts = isWhole ? [] : refundPartsOf(lines, choices)
    if (await onRefund({ _id, lines: parts, restock, reason: reason.trim() })) forget()
  }
  return (
    <StepDialog
      title={t`Refund`}
      {...{ busy, failure, onClose }}
      tone="danger"
      yes={<Plural value={total} one="Give # token back" other="Give # tokens back" />}
      isReady={isRight}
      onYes={() => void refund()}
    >
      <Checkbox
        label={
          <Plural
            value={rest}
            one="All that is left of the order, with shipping: # token"
            other="All that is left of the order, with shipping: # tokens"
          />
        }
        checked={isWhole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
      />
      {!isWhole &&
        lines.map((line) => (
          <LineChoice
            key={line._id}
            line={line}
            choice={choices[line._id] ?? nothing}
            onChoose={(choice) => setChoices({ ...choices, [line._id]: choice })}
          />
        ))}
      {sale.type === 'physical' && (
        <Checkbox
          label={<Trans>Put the pieces back into stock</Trans>}
          checked={restock}
          onChange={(event) => setRestock(event.currentTarget.checked)}
        />
      )}
      <OrderNote label={t`Reason, for the buyer`} value={reason} onChange={(reason) => edit({ reason })} />
    </StepDialog>
  )
}

const nothing: LineRefund = { pieces: 0, tokens: '' }

type LineProps = { line: OrderLine; choice: LineRefund; onChoose: (choice: LineRefund) => void }

function LineChoice({ line, choice, onChoose }: LineProps) {
  const { t } = useLingui()
  const { name, quantity, refundedQuantity } = line
  const most = leftOf(line)
  const isWrong = tokensOf(line, choice) === null
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3">
      <legend className="pb-1 text-sm font-semibold text-ink [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </legend>
      <SelectField
        label={t`Pieces`}
        value={String(choice.pieces)}
        disabled={choice.tokens.trim() !== ''}
        onChange={(event) => onChoose({ ...choice, pieces: Number(event.currentTarget.value) })}
      >
        {Array.from({ length: quantity - refundedQuantity + 1 }, (_, count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Or tokens`}
        inputMode="numeric"
        autoComplete="off"
        value={choice.tokens}
        error={isWrong ? t`At most ${most}` : undefined}
        onChange={(event) => onChoose({ ...choice, tokens: event.currentTarget.value })}
      />
    </fieldset>
  )
}
