import { Trans, useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { secondPersonFrom } from '@vesper/sync/vesper/api/desk-money.ts'
import type { DeskCharge } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { formatMoney } from '../../../ui/text/format-money.ts'
import { FactList } from '../fact-list.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useApprovalWords } from '../use-approval-words.ts'
import { countOf } from './count-of.ts'

type Props = { charge: DeskCharge; onDone: () => void; onStale: (refusal: Refusal) => void; onClose: () => void }

/** Gives a part of a payment back, or asks a second person for it; it tells first where how much goes. */
export function RefundDialog({ charge, onDone, ...dialog }: Props) {
  const { t, i18n } = useLingui()
  const { factsOf } = useApprovalWords()
  const [[_id, key]] = useState(() => [v7(), v7()])
  const isCard = charge.paidBy === 'card'
  const left = charge.count - charge.refunded
  const [typed, setTyped] = useState(() => (isCard ? (left / 100).toFixed(2) : String(left)))
  const count = countOf(typed, isCard ? 2 : 0)
  const isFit = count !== null && count >= 1 && count <= left
  const needsSecond = isFit && (count + charge.refunded) * charge.unit >= secondPersonFrom.refund
  const amount = formatMoney((count ?? 0) * charge.unit, charge.currency, i18n.locale)
  const send = async (reason: string) => {
    if (needsSecond) {
      const payload = { chargeId: charge._id, count, key }
      const body = { _id, kind: 'charge.refund', payload, reason }
      await callApi({ method: 'POST', path: '/desk/approvals', body, answer: Done })
      void showToast('success', t`Asked. A second person has to approve this.`)
    } else {
      const body = { _id: key, count, refunded: charge.refunded, reason }
      await callApi({ method: 'POST', path: `/desk/charges/${charge._id}/refund`, body, answer: Done })
      void showToast('success', isCard ? t`The refund is on its way to the card.` : t`Done`)
    }
    onDone()
  }
  const { payer, creator, currency, paidBy } = charge
  return (
    <ReasonDialog
      title={t`Refund`}
      yes={needsSecond ? t`Ask for approval` : t`Refund`}
      wrong={isFit ? null : t`Enter an amount that is left of this payment.`}
      about={`refund:${charge._id}`}
      onSend={send}
      {...dialog}
    >
      <FactList facts={factsOf({ payer, creator, paidBy, left: left * charge.unit, currency })} />
      <TextField
        label={isCard ? t`Amount to give back` : t`Tokens to give back`}
        inputMode={isCard ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isFit && (
        <p className="text-base">
          {isCard ? (
            <Trans>{amount} go back to the card. The creator loses the share of it.</Trans>
          ) : (
            <Trans>Tokens of {amount} go back to the wallet. The creator loses the share of it.</Trans>
          )}
        </p>
      )}
    </ReasonDialog>
  )
}
