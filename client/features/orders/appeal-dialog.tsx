import { Trans, useLingui } from '@lingui/react/macro'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { OrderNote } from '../../entities/orders/order-note.tsx'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'

type Props = {
  orderId: string
  busy: boolean
  failure: string | null
  onAppeal: (note: string) => Promise<boolean>
  onClose: () => void
}

/** Has the team decide about a refund that the seller refused. */
export function AppealDialog({ orderId, busy, failure, onAppeal, onClose }: Props) {
  const { t } = useLingui()
  const { values, edit, forget } = useKeptForm(`appeal:${orderId}`, { note: '' })
  const { note } = values
  const send = async () => {
    if (await onAppeal(note.trim())) forget()
  }
  return (
    <StepDialog
      title={t`Appeal`}
      {...{ busy, failure, onClose }}
      yes={<Trans>Send appeal</Trans>}
      isReady={note.trim() !== ''}
      onYes={() => void send()}
    >
      <p className="text-sm">
        <Trans>Our team looks at the order and decides. Nobody can change that decision afterwards.</Trans>
      </p>
      <OrderNote label={t`Why the refusal is wrong`} value={note} onChange={(note) => edit({ note })} />
    </StepDialog>
  )
}
