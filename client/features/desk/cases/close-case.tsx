import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'

type Props = { caseId: string; version: number; onChanged: () => Promise<unknown>; onClose: () => void }

/** Asks before a case is closed. `version`: of the case that was looked at. */
export function CloseCase({ caseId, version, onChanged, onClose }: Props) {
  const { t } = useLingui()
  const [_id] = useState(() => v7())
  const closing = useAction(async () => {
    try {
      await callApi({ method: 'POST', path: `/desk/cases/${caseId}/close`, body: { _id, version }, answer: Done })
    } finally {
      // After a refusal the page behind the dialog shows what has changed.
      await onChanged()
    }
    onClose()
  })
  return (
    <ConfirmDialog
      title={t`Close this case?`}
      yes={t`Close case`}
      tone="primary"
      busy={closing.busy}
      failure={closing.error === null ? null : errorMessage(closing.error)}
      onYes={() => void closing.run()}
      onClose={onClose}
    >
      <Trans>Its decisions stay in effect. Further reports of the same thing open a new case.</Trans>
    </ConfirmDialog>
  )
}
