import { Trans, useLingui } from '@lingui/react/macro'
import { Forgot } from '@vesper/sync/vesper/api/auth.ts'
import type { ReactNode } from 'react'
import { EmailLinkForm } from '../../core/forms/email-link-form.tsx'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'

/** Sends the link with which a forgotten password is replaced. */
export function ResetRequestPage({ back }: { back: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-6">
      <AuthHeading title={<Trans>Forgotten your password?</Trans>}>
        <Trans>Enter your email address. We send you a link to set a new password.</Trans>
      </AuthHeading>
      <EmailLinkForm path="/auth/users/forgot" schema={Forgot} field="email" email="" submit={t`Send the link`} />
      {back}
    </div>
  )
}
