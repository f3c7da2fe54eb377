import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'

const REASON_MAX = 1_000

type Props = {
  title: string
  yes: string
  tone?: 'primary' | 'danger'
  /** Fields above the reason. */
  children?: ReactNode
  /** The mistake in those fields; null for none. */
  wrong?: string | null
  /** Words that were typed before. */
  typed?: string
  onSend: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks why, which stands in the audit. The typed words stay while they cannot be sent. */
export function ReasonDialog({
  title,
  yes,
  tone = 'primary',
  children,
  wrong = null,
  typed = '',
  onSend,
  onClose,
}: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [reason, setReason] = useState(typed)
  const [isTried, setTried] = useState(false)
  const send = useAction(() => onSend(reason.trim()))
  const isEmpty = reason.trim() === ''
  const press = () => {
    setTried(true)
    if (!isEmpty && wrong === null) void send.run()
  }
  const failure = send.error === null ? (isTried ? wrong : null) : errorMessage(send.error)
  return (
    <Dialog
      title={title}
      failure={failure}
      onClose={onClose}
      actions={
        <>
          <Button kind={tone} busy={send.busy} disabled={isOffline} onClick={press}>
            {yes}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      {children}
      <TextArea
        label={t`Reason`}
        hint={isOffline ? t`The desk needs a connection` : t`It stands in the audit.`}
        error={isTried && isEmpty ? t`Say why.` : undefined}
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  )
}
