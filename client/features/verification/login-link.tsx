import { Trans, useLingui } from '@lingui/react/macro'
import { LoginLink } from '@vesper/sync/vesper/api/auth.ts'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { useEffect, useRef } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { EmailLinkForm } from '../../core/forms/email-link-form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { isSpent } from './is-spent.ts'

/** Has the server send a link to the account's address, which lets a device log in while strangers guess at the password. */
export function LoginLinkForm({ name }: { name: string }) {
  const { t } = useLingui()
  return (
    <EmailLinkForm
      path="/auth/login-link"
      schema={LoginLink}
      field="username"
      email={name}
      isKnown
      submit={t`Email me a link`}
    />
  )
}

/** Opens such a link on this device, and says what came of it. */
export function LoginLinkNotice({ token }: { token: string }) {
  const open = useAction(async () => {
    await callApi({ method: 'POST', path: '/auth/login-link', body: { token }, answer: MessageAnswer })
  })
  const asked = useRef(false)
  useEffect(() => {
    // Once is enough: React runs effects twice in development.
    if (!asked.current) void open.run()
    asked.current = true
  })
  if (open.busy || !asked.current) {
    return (
      <Notice role="status" className="mb-6">
        <Trans>Loading</Trans>
      </Notice>
    )
  }
  if (open.error === null) {
    return (
      <Notice tone="ok" role="status" className="mb-6">
        <Trans>You can log in on this device now.</Trans>
      </Notice>
    )
  }
  return (
    <div className="mb-6 grid gap-3">
      <Notice tone="danger" role="status">
        {errorMessage(open.error)}
      </Notice>
      {!isSpent(open.error) && (
        <Button onClick={() => void open.run()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
