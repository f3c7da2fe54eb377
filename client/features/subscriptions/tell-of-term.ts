import { t } from '@lingui/core/macro'
import { ConfirmAnswer } from '@vesper/sync/vesper/api/payments.ts'
import { callApi } from '../../core/api/api.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { showToast } from '../../ui/overlay/toast.ts'

/** Asks how the card payment of a term stands, which settles one that is paid, and says so over whatever page comes. */
export async function tellOfTerm(checkoutId: string): Promise<void> {
  const answer = await callApi({
    path: '/stripe/confirm-payment',
    query: { checkoutId },
    answer: ConfirmAnswer,
  }).catch(() => null)
  pullNow()
  if (answer?.status === 'paid') await showToast('success', t`You are subscribed. It opens on all your devices.`)
  else await showToast('info', t`The payment is being checked. You find it among your subscriptions.`)
}
