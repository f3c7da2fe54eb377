import { Trans, useLingui } from '@lingui/react/macro'
import type { Order, OrderAction } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { OrderStep, Step } from '../../entities/orders/use-order-step.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { AddressDialog } from './address-dialog.tsx'
import type { AddressForm } from './address-dialog.tsx'
import { AppealDialog } from './appeal-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type Asked = Extract<OrderAction, 'cancel' | 'received' | 'complete' | 'request-refund' | 'appeal' | 'change-address'>
type Open = Asked | 'withdraw'

type Props = { order: Order; step: OrderStep; addressForm: AddressForm }

/** The buttons for all that the buyer may do now, as the server has told. */
export function OrderActions({ order, step, addressForm }: Props) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [open, setOpen] = useState<Open | null>(null)
  const ask = (question: Open) => {
    step.clear()
    setOpen(question)
  }
  const may = (action: Asked) => order.allowed.includes(action)
  const online = (action: Asked, label: string, kind: 'primary' | 'secondary' = 'secondary') =>
    may(action) && (
      <Button kind={kind} disabled={isOffline} onClick={() => ask(action)}>
        {label}
      </Button>
    )
  const isUnanswered = order.cancelableAt !== null && !may('cancel') && order.fulfilment === 'processing'
  const from = order.cancelableAt && formatDate(new Date(order.cancelableAt), i18n.locale, { dateStyle: 'long' })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {may('received') && <Button onClick={() => ask('received')}>{t`I have received it`}</Button>}
        {online('complete', t`Everything is fine`)}
        {online('change-address', t`Change address`)}
        {online('cancel', t`Cancel order`)}
        {online('request-refund', t`Ask for a refund`)}
        {online('appeal', t`Appeal`)}
        {mayWithdraw(order) && (
          <Button kind="secondary" disabled={isOffline} onClick={() => ask('withdraw')}>
            <Trans>Withdraw from contract here</Trans>
          </Button>
        )}
      </div>
      {isUnanswered && (
        <p className="text-sm text-muted">
          <Trans>If it is not sent by {from}, you can cancel it then and get everything back.</Trans>
        </p>
      )}
      {isOffline && order.allowed.some((action) => action !== 'received') && (
        <p className="text-sm text-muted">
          <Trans>Some steps need a connection.</Trans>
        </p>
      )}
      {open && <Question {...{ open, order, step, addressForm }} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** Parcels alone, from their arrival until the right to ask ends. */
function mayWithdraw({ type, fulfilment, allowed }: Order): boolean {
  return type === 'physical' && fulfilment === 'delivered' && allowed.includes('request-refund')
}

type QuestionProps = Props & { open: Open; onClose: () => void }

/** Each step is asked about before it is taken. */
function Question({ open, order, step, addressForm, onClose }: QuestionProps) {
  const { busy, failure, take } = step
  const doing = { busy, failure }
  const takeAndClose = async (taken: Step) => {
    const isTaken = await take(taken)
    if (isTaken) onClose()
    return isTaken
  }
  const send = (path: string, body: object = {}) => takeAndClose({ method: 'POST', path, body })
  switch (open) {
    case 'request-refund':
      return (
        <RefundDialog order={order} {...doing} onClose={onClose} onAsk={(asked) => send('refund-request', asked)} />
      )
    case 'appeal':
      return (
        <AppealDialog
          orderId={order._id}
          {...doing}
          onClose={onClose}
          onAppeal={(note) => send('refund-request', { note })}
        />
      )
    case 'change-address':
      return (
        <AddressDialog
          {...doing}
          addressForm={addressForm}
          onClose={onClose}
          onChoose={(addressId) =>
            void takeAndClose({ method: 'PUT', path: 'update/delivery-address', body: { addressId } })
          }
        />
      )
    default:
      return <Confirmation {...{ open, order, onClose, send }} {...doing} />
  }
}

type ConfirmationProps = Pick<QuestionProps, 'order' | 'onClose'> & {
  open: 'received' | 'complete' | 'cancel' | 'withdraw'
  busy: boolean
  failure: string | null
  send: (path: string, body?: object) => Promise<boolean>
}

function Confirmation({ open, order, onClose, send, ...doing }: ConfirmationProps) {
  const { t } = useLingui()
  const sync = useSync()
  switch (open) {
    case 'received':
      return (
        <ConfirmDialog
          title={t`Have you received everything?`}
          tone="primary"
          yes={<Trans>Yes, it is here</Trans>}
          onYes={() => {
            onClose()
            const { _id, version } = order
            sync
              .mutate('order.received', { _id, version })
              .catch((error: unknown) => void showToast('error', errorMessage(error)))
          }}
          onClose={onClose}
        >
          <Trans>From now on you have 14 days to withdraw from the contract or to ask for a refund.</Trans>
        </ConfirmDialog>
      )
    case 'complete':
      return (
        <ConfirmDialog
          title={t`Is everything fine?`}
          tone="primary"
          {...doing}
          yes={<Trans>Complete the order</Trans>}
          onYes={() => void send('received', { complete: true })}
          onClose={onClose}
        >
          <Trans>The seller is paid now. You cannot ask for a refund afterwards.</Trans>
        </ConfirmDialog>
      )
    case 'cancel':
      return (
        <ConfirmDialog
          title={t`Cancel this order?`}
          {...doing}
          yes={<Trans>Cancel order</Trans>}
          no={<Trans>Keep the order</Trans>}
          onYes={() => void send('cancel')}
          onClose={onClose}
        >
          <Trans>All tokens come back to your wallet at once.</Trans>
        </ConfirmDialog>
      )
    case 'withdraw':
      return (
        <ConfirmDialog
          title={t`Withdraw from the contract`}
          {...doing}
          yes={<Trans>Confirm withdrawal</Trans>}
          no={<Trans>Keep the order</Trans>}
          onYes={() => void send('refund-request', { reason: 'withdrawal' })}
          onClose={onClose}
        >
          <Trans>
            You need no reason. Send the parcel back within 14 days. You get what you paid with the standard shipping,
            and a receipt of this withdrawal by mail.
          </Trans>
        </ConfirmDialog>
      )
  }
}
