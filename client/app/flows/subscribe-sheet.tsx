import { useLingui } from '@lingui/react/macro'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { WithSyncDialog } from '../../core/sync/with-sync-dialog.tsx'
import type { Content } from '../../entities/content/content-actions.ts'
import { RemindMe } from '../../entities/payments/reminders/remind-me.tsx'
import { forgetReminder } from '../../entities/payments/reminders/reminder.ts'
import { useWallet } from '../../entities/payments/use-wallet.ts'
import { SubscribeDialog } from '../../features/subscriptions/subscribe-dialog.tsx'
import { CouponField } from '../../features/wallet/coupon-field.tsx'
import { PaySummary } from '../../features/wallet/pay-summary.tsx'
import { useUsableCards } from '../../features/wallet/use-usable-cards.ts'

type Props = { content: Content; onClose: () => void }

/** The terms of a creator beside the wallet and the cards that pay for them. */
export function SubscribeSheet(props: Props) {
  const { t } = useLingui()
  return (
    <WithSyncDialog title={t`Subscribe`} onClose={props.onClose}>
      <Sheet {...props} />
    </WithSyncDialog>
  )
}

function Sheet({ content, onClose }: Props) {
  const { ownerId } = content
  const balance = useWallet()?.balance
  const cards = useUsableCards()
  const sync = useSync()
  return (
    <SubscribeDialog
      performerId={ownerId}
      balance={balance}
      cards={cards}
      couponField={(field) => <CouponField {...field} about={{ kind: 'subscription', performerId: ownerId }} />}
      summary={(tokens, left) => (
        <>
          <PaySummary tokens={tokens} balance={left} asked={{ by: 'subscribe', content }} />
          <RemindMe wanted={{ type: 'subscription', id: ownerId, ownerId, tokens: null, message: '', name: '' }} />
        </>
      )}
      onPaid={() => forgetReminder(sync, { type: 'subscription', id: ownerId })}
      onClose={onClose}
    />
  )
}
