import { Trans, useLingui } from '@lingui/react/macro'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { OrderNote } from '../../entities/orders/order-note.tsx'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'

type Props = {
  number: string
  busy: boolean
  failure: string | null
  onCancel: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks the seller before a sale is given up: its buyer gets everything back. */
export function CancelDialog({ number, busy, failure, onCancel, onClose }: Props) {
  const { t } = useLingui()
  const { values, edit, forget } = useKeptForm(`order-cancel:${number}`, { reason: '' })
  const { reason } = values
  const cancel = async () => {
    if (await onCancel(reason.trim())) forget()
  }
  return (
    <StepDialog
      title={t`Cancel order ${number}?`}
      {...{ busy, failure, onClose }}
      tone="danger"
      yes={<Trans>Cancel order</Trans>}
      no={<Trans>Keep the order</Trans>}
      onYes={() => void cancel()}
    >
      <p>
        <Trans>The buyer gets all tokens back. The products are in stock again.</Trans>
      </p>
      <OrderNote label={t`Reason, for the buyer`} value={reason} onChange={(reason) => edit({ reason })} />
    </StepDialog>
  )
}
