import { useLingui } from '@lingui/react/macro'
import { EmailVerification } from '@vesper/sync/vesper/api/auth.ts'
import { EmailLinkForm } from '../../core/forms/email-link-form.tsx'

/** Sends the link that confirms an address. `isKnown`: to this one and no other. */
export function LinkForm({ email, isKnown = false }: { email: string; isKnown?: boolean }) {
  const { t } = useLingui()
  return (
    <EmailLinkForm
      path="/auth/email-verification"
      schema={EmailVerification}
      field="source"
      email={email}
      isKnown={isKnown}
      submit={isKnown ? t`Send the link again` : t`Send another link`}
    />
  )
}
