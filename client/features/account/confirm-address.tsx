import { Trans } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
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
import { useResendWait } from './use-resend-wait.ts'

/** Says to an account whose address is not confirmed what comes next, and sends the link again. */
export function ConfirmAddress({ user }: { user: Profile }) {
  const isOffline = useUnit($offline)
  const { email, emailVerified, isPerformer } = user
  const { seconds, begin } = useResendWait(user._id)
  const again = useAction(async () => {
    try {
      await sendLink(email)
      begin()
    } catch (failure) {
      if (failure instanceof Refusal && failure.kind === 'rate-limited') begin()
      throw failure
    }
  })
  const error = useErrorWhileTrue(again.error)
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
      <Button kind="secondary" busy={again.busy} disabled={isOffline || seconds > 0} onClick={() => void again.run()}>
        {seconds > 0 ? <Trans>Send again in {seconds} s</Trans> : <Trans>Send again</Trans>}
      </Button>
      {isOffline && (
        <p className="text-sm">
          <Trans>You are offline. The link can be sent again when you are back online.</Trans>
        </p>
      )}
      <div role="alert" className="text-danger-ink empty:hidden">
        {error !== null && errorMessage(error)}
      </div>
    </Notice>
  )
}

/** Sends the link that confirms an address of the account, and says so. */
export function useSendLink() {
  return useAction(sendLink)
}

async function sendLink(address: string | null): Promise<void> {
  const body = { source: address ?? '' }
  const { message } = await callApi({ method: 'POST', path: '/auth/email-verification', body, answer: MessageAnswer })
  void showToast('info', translated(message))
}
