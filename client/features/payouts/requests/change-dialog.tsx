import { Trans, useLingui } from '@lingui/react/macro'
import { OPTIONAL_TEXT_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { Payout } from '@vesper/sync/vesper/api/payouts.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { fieldErrors, errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { NeedsConnection } from '../../../entities/payments/needs-connection.tsx'
import { parsePrice, priceText } from '../../../entities/payments/parse-price.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { AmountField, isPayable } from './amount-field.tsx'

type Props = {
  payout: Payout
  /** Cents that are free beside this payout. */
  available: number
  minimum: number
  /** The list and the balance have to be read again. */
  onChanged: () => void
  onClose: () => void
}

/** Changes the amount and the note of a payout that waits for its review. */
export function ChangeDialog({ payout, available, minimum, onChanged, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [typed, setTyped] = useState(() => priceText(payout.amount))
  const [note, setNote] = useState(payout.note)
  const [tried, setTried] = useState<string | null>(null)
  const bounds = { ...payout, available: available + payout.amount, minimum }
  const amount = parsePrice(typed)
  const isFit = isPayable(amount, bounds)
  const save = useAction(async (wanted: number) => {
    setTried(typed)
    const body = { ...(wanted !== payout.amount && { amount: wanted }), ...(note !== payout.note && { note }) }
    try {
      if (Object.keys(body).length > 0)
        await callApi({ method: 'PUT', path: `/payout-requests/${payout._id}`, body, answer: Payout })
      onClose()
    } finally {
      onChanged()
    }
  })
  const refused = fieldErrors(save.error, ['amount'])
  return (
    <Dialog
      title={t`Change payout`}
      onClose={onClose}
      actions={
        <Button busy={save.busy} disabled={isOffline || !isFit} onClick={() => isFit && void save.run(amount)}>
          <Trans>Save changes</Trans>
        </Button>
      }
    >
      <AmountField
        typed={typed}
        bounds={bounds}
        refused={tried === typed ? refused.amount : undefined}
        onType={setTyped}
      />
      <TextArea
        label={t`Note`}
        maxLength={OPTIONAL_TEXT_MAX}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <NeedsConnection />
      <div role="alert" className="empty:absolute">
        {save.error !== null && refused.amount === undefined && (
          <Notice tone="danger">{errorMessage(save.error)}</Notice>
        )}
      </div>
    </Dialog>
  )
}
