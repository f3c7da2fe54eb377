import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskUser } from '@vesper/sync/vesper/api/desk-users.ts'
import { FactorResetAnswer } from '@vesper/sync/vesper/api/factors.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { formatDate } from '../../../ui/text/date-format.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

type Props = { user: DeskUser; onDone: () => void; onClose: () => void }

/** Begins the seven days after which an account has no second factor, once staff have compared its owner's documents. */
export function FactorResetDialog({ user, onDone, onClose }: Props) {
  const { t, i18n } = useLingui()
  const [_id] = useState(() => v7())
  const send = async (reason: string) => {
    const path = `/desk/users/${user._id}/factor-reset`
    const { dueAt } = await callApi({ method: 'POST', path, body: { _id, reason }, answer: FactorResetAnswer })
    const date = formatDate(new Date(dueAt), i18n.locale, { dateStyle: 'long', timeStyle: 'short' })
    void showToast('success', t`The second factors go on ${date}, unless the owner stops it.`)
    onDone()
  }
  return (
    <ReasonDialog
      title={t`Remove all second factors?`}
      yes={t`Remove in seven days`}
      about={`factors:${user._id}`}
      tone="danger"
      onSend={send}
      onClose={onClose}
    >
      <p className="text-sm">
        <Trans>
          Compare the documents of the owner first. The owner is written three times, and can stop it on any device that
          is logged in.
        </Trans>
      </p>
    </ReasonDialog>
  )
}
