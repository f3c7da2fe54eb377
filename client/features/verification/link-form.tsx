import { useLingui } from '@lingui/react/macro'
import { EmailVerification, MessageAnswer } from '@vesper/sync/api/auth.ts'
import { AddressForm } from '../../address-form.tsx'
import { callApi } from '../../api.ts'

/** Sends the link that confirms an address. `isKnown`: to this one and no other. */
export function LinkForm({ email, isKnown = false }: { email: string; isKnown?: boolean }) {
  const { t } = useLingui()
  return (
    <AddressForm
      schema={EmailVerification}
      field="source"
      email={email}
      isKnown={isKnown}
      submit={isKnown ? t`Send the link again` : t`Send another link`}
      onSubmit={async (source) => {
        const answer = await callApi({
          method: 'POST',
          path: '/auth/email-verification',
          body: { source },
          answer: MessageAnswer,
        })
        return answer.message
      }}
    />
  )
}
