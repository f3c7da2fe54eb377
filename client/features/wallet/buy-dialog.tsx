import { Plural, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Charge } from '@vesper/sync/vesper/api/charges.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { WithSyncDialog } from '../../core/sync/with-sync-dialog.tsx'
import type { Content } from '../../entities/content/content-actions.ts'
import { useContentPage } from '../../entities/content/use-content-page.ts'
import { RemindMe } from '../../entities/payments/reminders/remind-me.tsx'
import { forgetReminder } from '../../entities/payments/reminders/reminder.ts'
import type { Wanted } from '../../entities/payments/reminders/reminder.ts'
import { WantedName } from '../../entities/payments/reminders/wanted-name.tsx'
import { forgetLeftPayments } from '../../entities/payments/top-up/left-payments.ts'
import { PaySummary } from '../../entities/payments/top-up/pay-summary.tsx'
import { usePayment } from '../../entities/payments/use-payment.ts'
import { useWallet } from '../../entities/payments/use-wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'

type Props = { content: Content; onClose: () => void }

/** Asks before a thing is bought: what it is, its price, and what is left afterwards. */
export function BuyDialog(props: Props) {
  const { t } = useLingui()
  return (
    <WithSyncDialog title={t`Buy`} onClose={props.onClose}>
      <Buy {...props} />
    </WithSyncDialog>
  )
}

function Buy({ content, onClose }: Props) {
  const { t } = useLingui()
  const { type, id, ownerId } = content
  const [isOffline, user] = useUnit([$offline, $user])
  const sync = useSync()
  const { history } = useRouter()
  const page = useContentPage(content)
  const wallet = useWallet()
  const { mutate: readAll } = useSWRConfig()
  const [price, setPrice] = useState(content.price ?? 0)
  const { data: creator } = useKeptAnswer(`/performers/${ownerId}`, Creator)
  const wanted = wantedOf({ type, id, ownerId, price }, creator?.name ?? '')
  const onRefused = ({ details }: Refusal) => {
    const today = Number(details?.find(({ path }) => path === 'price')?.message)
    if (Number.isInteger(today) && today > 0) setPrice(today)
  }
  const payment = { path: `/wallet/charges/${type}/${id}`, body: { price }, seen: wallet?.balance, onRefused }
  const {
    pay,
    busy,
    failure,
    isUnanswered,
    seen: balance,
  } = usePayment(payment, Charge, () => {
    if (wanted) forgetReminder(sync, wanted)
    forgetLeftPayments(user?._id ?? '', page)
    onClose()
    // Lists that were read over REST show it locked.
    void readAll(() => true)
    const open = { label: t`Open`, onPress: () => history.push(page) }
    void showToast('success', t`Paid. It opens on all your devices.`, page === location.pathname ? undefined : open)
  })
  const missesTokens = balance !== undefined && (balance < price || (wallet?.debt ?? 0) > 0)
  const isShort = balance === undefined || missesTokens
  return (
    <Dialog
      title={t`Buy`}
      onClose={onClose}
      failure={failure}
      actions={
        <>
          <Button
            // Topping up is the next step then.
            kind={missesTokens && !isUnanswered ? 'secondary' : 'primary'}
            data-pays
            busy={busy}
            disabled={isOffline || (isShort && !isUnanswered)}
            onClick={() => void pay()}
          >
            <Plural value={price} one="Pay # token" other="Pay # tokens" />
          </Button>
          {wanted && <RemindMe wanted={wanted} />}
        </>
      }
    >
      {wanted && (
        <p className="font-semibold wrap-anywhere text-ink">
          <WantedName wanted={wanted} />
        </p>
      )}
      <PaySummary
        tokens={price}
        balance={balance}
        debt={wallet?.debt}
        isUnanswered={isUnanswered}
        asked={{ by: 'buy', content: { ...content, price } }}
      />
    </Dialog>
  )
}

const REMINDED = ['feed', 'video', 'gallery', 'message', 'stream'] as const

function wantedOf({ type, id, ownerId, price }: Content & { price: number }, name: string): Wanted | null {
  const sold = REMINDED.find((one) => one === type)
  return sold ? { type: sold, id, ownerId, tokens: price, message: '', name } : null
}
