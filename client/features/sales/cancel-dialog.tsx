import { Trans, useLingui } from '@lingui/react/macro'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { OrderNote } from '../../core/orders/order-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

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
    <Dialog
      title={t`Cancel order ${number}?`}
      onClose={onClose}
      failure={failure}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void cancel()}>
            <Trans>Cancel order</Trans>
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Keep the order</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>The buyer gets all tokens back. The products are in stock again.</Trans>
      </p>
      <OrderNote label={t`Reason, for the buyer`} value={reason} onChange={(reason) => edit({ reason })} />
    </Dialog>
  )
}
