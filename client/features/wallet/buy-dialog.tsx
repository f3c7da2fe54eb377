import { Plural, useLingui } from '@lingui/react/macro'
import { Charge } from '@vesper/sync/vesper/api/charges.ts'
import { useUnit } from 'effector-react'
import { $offline } from '../../core/connection/model.ts'
import type { Content } from '../../core/content/content-actions.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { PaySummary } from './pay-summary.tsx'
import { usePayment } from '../../core/payments/use-payment.ts'
import { useWallet } from './use-wallet.ts'

type Props = { content: Content; onClose: () => void }

/** Asks before a thing is bought: its price, and what is left afterwards. */
export function BuyDialog(props: Props) {
  return (
    <WithSync fallback={null}>
      <Buy {...props} />
    </WithSync>
  )
}

function Buy({ content: { type, id, price = 0 }, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const wallet = useWallet()
  const payment = { path: `/wallet/charges/${type}/${id}`, body: { price }, seen: wallet?.balance }
  const {
    pay,
    busy,
    failure,
    seen: balance,
  } = usePayment(payment, Charge, () => {
    onClose()
    void showToast('success', t`Paid. It opens on all your devices.`)
  })
  const isShort = balance === undefined || balance < price
  return (
    <Dialog
      title={t`Buy`}
      onClose={onClose}
      actions={
        <Button busy={busy} disabled={isOffline || isShort} onClick={() => void pay()}>
          <Plural value={price} one="Pay # token" other="Pay # tokens" />
        </Button>
      }
    >
      <PaySummary tokens={price} balance={balance ?? 0} />
      <div role="alert" className="empty:absolute">
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
      </div>
    </Dialog>
  )
}
