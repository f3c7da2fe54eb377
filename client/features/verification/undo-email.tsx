import { Trans } from '@lingui/react/macro'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'

/** Gives an account its former address back. It asks first, since it ends every session. */
export function UndoEmail({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  const undo = useAction(async () => {
    await callApi({ method: 'POST', path: '/auth/email-undo', body: { token }, answer: MessageAnswer })
    setDone(true)
  })
  return (
    <div className="grid gap-5">
      <MailWarning className="size-12 text-accent-ink" aria-hidden="true" />
      <AuthHeading title={<Trans>Undo the change of your email address</Trans>}>
        <Trans>Your account gets its former address back. All your devices are logged out.</Trans>
      </AuthHeading>
      <div role="alert" className="empty:absolute">
        {undo.error !== null && <Notice tone="danger">{errorMessage(undo.error)}</Notice>}
      </div>
      <div role="status" className="empty:absolute">
        {done && (
          <Notice tone="ok">
            <Trans>Your former email address is back. We sent you a link to choose a new password.</Trans>
          </Notice>
        )}
      </div>
      {!done && (
        <Button busy={undo.busy} onClick={() => void undo.run()}>
          <Trans>Undo the change</Trans>
        </Button>
      )}
    </div>
  )
}
