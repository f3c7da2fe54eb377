import { Trans } from '@lingui/react/macro'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useUnit } from 'effector-react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { useErrorWhileTrue } from '../../core/connection/use-error-while-true.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'

/** Says to an account whose address is not confirmed what comes next, and sends the link again. */
export function ConfirmAddress({ user }: { user: Profile }) {
  const isOffline = useUnit($offline)
  const { email, emailVerified, isPerformer } = user
  const resend = useSendLink()
  const error = useErrorWhileTrue(resend.error)
  if (emailVerified || !email) return null
  return (
    <Notice tone="warning" className="grid justify-items-start gap-2">
      <p className="font-semibold">
        <Trans>Confirm your email address</Trans>
      </p>
      <p className="[overflow-wrap:anywhere]">
        <Trans>
          We sent a link to <bdi>{email}</bdi>. Open it on any device.
        </Trans>{' '}
        {isPerformer ? (
          <Trans>Until then fans cannot find you.</Trans>
        ) : (
          <Trans>Until then you get no mail about orders and renewals.</Trans>
        )}
      </p>
      <Button kind="secondary" busy={resend.busy} disabled={isOffline} onClick={() => void resend.run(email)}>
        <Trans>Send again</Trans>
      </Button>
      <div role="alert" className="text-danger-ink empty:hidden">
        {error !== null && errorMessage(error)}
      </div>
    </Notice>
  )
}

/** Sends the link that confirms an address of the account, and says so. */
export function useSendLink() {
  return useAction(async (address: string | null) => {
    const body = { source: address ?? '' }
    const { message } = await callApi({ method: 'POST', path: '/auth/email-verification', body, answer: MessageAnswer })
    void showToast('info', translated(message))
  })
}
