import { Trans, useLingui } from '@lingui/react/macro'
import { LoginLink, MessageAnswer } from '@vesper/sync/vesper/api/auth.ts'
import { useEffect, useRef } from 'react'
import { callApi } from '../../core/api/api.ts'
import { textOf } from '../../core/api/error-message.ts'
import { AddressForm } from '../../core/forms/email-link-form.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'

/** Has the server send a link to the account's address, which lets a device log in while strangers guess at the password. */
export function LoginLinkForm({ name }: { name: string }) {
  const { t } = useLingui()
  return (
    <AddressForm
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
  return (
    <Notice tone={open.error === null ? 'ok' : 'danger'} role="status" className="mb-6">
      {open.error === null ? <Trans>You can log in on this device now.</Trans> : textOf(open.error)}
    </Notice>
  )
}
