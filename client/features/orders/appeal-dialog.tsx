import { Trans, useLingui } from '@lingui/react/macro'
import { ORDER_NOTE_MAX } from '@vesper/sync/vesper/api/order-fields.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'

type Props = { busy: boolean; failure: string | null; onAppeal: (note: string) => void; onClose: () => void }

/** Has the team decide about a refund that the seller refused. */
export function AppealDialog({ busy, failure, onAppeal, onClose }: Props) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  return (
    <Dialog
      title={t`Appeal`}
      onClose={onClose}
      failure={failure}
      actions={
        <Button busy={busy} disabled={note.trim() === ''} onClick={() => onAppeal(note.trim())}>
          <Trans>Send appeal</Trans>
        </Button>
      }
    >
      <p className="text-sm">
        <Trans>Our team looks at the order and decides. Nobody can change that decision afterwards.</Trans>
      </p>
      <TextArea
        label={t`Why the refusal is wrong`}
        value={note}
        maxLength={ORDER_NOTE_MAX}
        onChange={(event) => setNote(event.currentTarget.value.replaceAll('\n', ' '))}
      />
    </Dialog>
  )
}
