import { Trans, useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useDeskWords } from './use-desk-words.ts'
import { isStale } from './use-stale.ts'

const REASON_MAX = 1_000

type Props = {
  title: string
  yes: string
  tone?: 'primary' | 'danger'
  /** Fields above the reason. */
  children?: ReactNode
  /** The mistake in those fields; null for none. */
  wrong?: string | null
  /** The thing and the decision that the words are about. They wait under this name while they are not sent. */
  about: string
  /** Answers false where the words go on to another dialog: they are kept then. */
  onSend: (reason: string) => Promise<void | false>
  /** Takes over where somebody else has decided since. The dialog tells it unless there is one. */
  onStale?: ((refusal: Refusal) => void) | undefined
  onClose: () => void
}

/** Asks why, which stands in the audit. The typed words stay in the tab until they are sent, also while it is closed. */
export function ReasonDialog({
  title,
  yes,
  tone = 'primary',
  children,
  wrong = null,
  about,
  onSend,
  onStale,
  onClose,
}: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { text: reason, type, sent } = useDeskWords(about)
  const [isTried, setTried] = useState(false)
  const send = useAction(async () => {
    try {
      if ((await onSend(reason.trim())) !== false) sent()
    } catch (error) {
      if (!onStale || !isStale(error)) throw error
      onStale(error)
    }
  })
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
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Dialog>
  )
}
