import { Trans, useLingui } from '@lingui/react/macro'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { BadgeCheck, Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { PendingLine } from '../../ui/list/pending-line.tsx'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'
import { isSpent } from './is-spent.ts'
import { LinkForm } from './link-form.tsx'

type Props = { token: string | undefined; email: string | undefined; onConfirmed: () => void; next: ReactNode }

/** Confirms an address with the link's token; without one, or when it is too old, sends another link. */
export function VerificationPage({ token, email, onConfirmed, next }: Props) {
  const { t } = useLingui()
  const confirm = useAction(async () => {
    await callApi({ method: 'POST', path: '/auth/email-verification', body: { token }, answer: MessageAnswer })
    onConfirmed()
  })
  const asked = useRef(false)
  const confirmed = asked.current && token && !confirm.busy && confirm.error === null
  useEffect(() => {
    // Once is enough: React runs effects twice in development.
    if (token && !asked.current) void confirm.run()
    asked.current = true
  })
  if (confirm.busy || (token && !asked.current)) return <PendingLine text={t`Confirming your email address`} />
  if (confirmed) {
    return (
      <div className="grid gap-5">
        <BadgeCheck className="size-12 text-ok-ink" aria-hidden="true" />
        <AuthHeading title={<Trans>Your email address is confirmed</Trans>}>
          <Trans>Thank you. Your account is ready.</Trans>
        </AuthHeading>
        {next}
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <Mail className="size-12 text-accent-ink" aria-hidden="true" />
      <AuthHeading title={<Trans>Check your mail</Trans>}>
        {email ? (
          <Trans>
            We sent a link to <bdi>{email}</bdi>. Open it on any device to confirm the address.
          </Trans>
        ) : (
          <Trans>Open the link that we sent you. If it is missing or too old, ask for a new one.</Trans>
        )}
      </AuthHeading>
      {confirm.error !== null && (
        <Notice tone="danger" role="alert">
          {errorMessage(confirm.error)}
        </Notice>
      )}
      {token && confirm.error !== null && !isSpent(confirm.error) && (
        <Button onClick={() => void confirm.run()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <LinkForm email={email ?? ''} />
      {next}
    </div>
  )
}
