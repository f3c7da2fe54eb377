import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { WithSyncDialog } from '../../core/sync/with-sync-dialog.tsx'
import type { Content } from '../../entities/content/content-actions.ts'
import { useContentPage } from '../../entities/content/use-content-page.ts'
import { RemindMe } from '../../entities/payments/reminders/remind-me.tsx'
import { forgetReminder } from '../../entities/payments/reminders/reminder.ts'
import { forgetLeftPayments, leftPaymentsOf, withoutPerson } from '../../entities/payments/top-up/left-payments.ts'
import { PaySummary } from '../../entities/payments/top-up/pay-summary.tsx'
import { useUsableCards } from '../../entities/payments/use-usable-cards.ts'
import { useWallet } from '../../entities/payments/use-wallet.ts'
import { SubscribeDialog } from '../../features/subscriptions/subscribe-dialog.tsx'
import { CouponField } from '../../features/wallet/coupon-field.tsx'

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
  const wallet = useWallet()
  const account = useUnit($user)?._id ?? ''
  const page = useContentPage(content)
  const cards = useUsableCards()
  const sync = useSync()
  return (
    <SubscribeDialog
      performerId={ownerId}
      balance={wallet?.balance}
      debt={wallet?.debt ?? 0}
      begun={content.term}
      cards={cards}
      couponField={({ type, ...field }) => (
        <CouponField {...field} about={{ kind: 'subscription', performerId: ownerId, type }} />
      )}
      summary={({ tokens, balance, begun }) => (
        <>
          <PaySummary
            tokens={tokens}
            balance={balance}
            debt={wallet?.debt}
            asked={{ by: 'subscribe', content: { ...content, term: begun } }}
          />
          <RemindMe wanted={{ type: 'subscription', id: ownerId, ownerId, tokens: null, message: '', name: '' }} />
        </>
      )}
      onPayPage={({ orderId, checkoutId, begun }) => {
        const about = withoutPerson({ ...content, term: begun })
        leftPaymentsOf(account).keep({ by: 'subscribe', content: about, page, orderId, checkoutId, state: 'opened' })
      }}
      onPaid={() => {
        forgetReminder(sync, { type: 'subscription', id: ownerId })
        forgetLeftPayments(account, page)
      }}
      onClose={onClose}
    />
  )
}
