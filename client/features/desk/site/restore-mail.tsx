import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'

type Props = { path: string; version: number; onRestored: () => Promise<void>; onClose: () => void }

/** Asks before the operator's words of a mail go. */
export function RestoreMail({ path, version, onRestored, onClose }: Props) {
  const { t } = useLingui()
  const restore = useAction(async () => {
    await callApi({ method: 'POST', path, body: { version }, answer: Done })
    await onRestored()
  })
  return (
    <ConfirmDialog
      title={t`Use the default words again?`}
      yes={<Trans>Use the default again</Trans>}
      busy={restore.busy}
      failure={restore.error === null ? null : errorMessage(restore.error)}
      onYes={() => void restore.run()}
      onClose={onClose}
    >
      <Trans>Your words for this language are deleted.</Trans>
    </ConfirmDialog>
  )
}
