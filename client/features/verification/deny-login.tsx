import { Trans } from '@lingui/react/macro'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'

/** Says that a login or a change was another person's. It asks first, since it ends every session. */
export function DenyLogin({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  const deny = useAction(async () => {
    await callApi({ method: 'POST', path: '/auth/not-me', body: { token }, answer: MessageAnswer })
    setDone(true)
  })
  return (
    <div className="grid gap-5">
      <ShieldAlert className="size-12 text-accent-ink" aria-hidden="true" />
      <AuthHeading title={<Trans>This was not you</Trans>}>
        <Trans>
          All your devices are logged out, and your password opens nothing any more. We send you a link to choose a new
          one.
        </Trans>
      </AuthHeading>
      <div role="alert" className="empty:absolute">
        {deny.error !== null && <Notice tone="danger">{errorMessage(deny.error)}</Notice>}
      </div>
      <div role="status" className="empty:absolute">
        {done && (
          <Notice tone="ok">
            <Trans>All sessions have ended. We sent you a link to choose a new password.</Trans>
          </Notice>
        )}
      </div>
      {!done && (
        <Button busy={deny.busy} onClick={() => void deny.run()}>
          <Trans>Log out all devices</Trans>
        </Button>
      )}
    </div>
  )
}
