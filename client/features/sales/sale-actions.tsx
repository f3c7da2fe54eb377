import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { PackageCheck, Printer } from 'lucide-react'
import { useState } from 'react'
import { textOf } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import type { OrderStep } from '../../core/orders/use-order-step.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { OrderNote } from '../../core/orders/order-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/toast.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { isToSend } from './sale-tabs.ts'

type Props = { sale: Order; step: OrderStep; onShip: () => void; onPrint: () => void }

/** The buttons for all that the seller may do now. */
export function SaleActions({ sale, step, onShip, onPrint }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const isOffline = useUnit($offline)
  const [open, setOpen] = useState<'refund' | 'cancel' | 'note' | null>(null)
  const { _id, version, allowed, address, number } = sale
  const may = (action: Order['allowed'][number]) => allowed.includes(action)
  const tell = (error: unknown) => void showToast('error', textOf(error))
  const ask = (question: 'refund' | 'cancel') => {
    step.clear()
    setOpen(question)
  }
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {isToSend(sale) && (may('process') || may('ship')) && (
        <Button icon={<PackageCheck className="size-5" aria-hidden="true" />} onClick={onShip}>
          <Trans>Mark as shipped</Trans>
        </Button>
      )}
      {may('process') && (
        <Button kind="secondary" onClick={() => void sync.mutate('order.process', { _id, version }).catch(tell)}>
          <Trans>Start packing</Trans>
        </Button>
      )}
      {address && address.line1 !== '' && (
        <Button kind="secondary" icon={<Printer className="size-5" aria-hidden="true" />} onClick={onPrint}>
          <Trans>Packing slip</Trans>
        </Button>
      )}
      <Button kind="secondary" onClick={() => setOpen('note')}>
        <Trans>Note to the buyer</Trans>
      </Button>
      {may('refund') && (
        <Button kind="secondary" disabled={isOffline} onClick={() => ask('refund')}>
          <Trans>Refund</Trans>
        </Button>
      )}
      {may('cancel') && (
        <Button kind="secondary" disabled={isOffline} onClick={() => ask('cancel')}>
          <Trans>Cancel order</Trans>
        </Button>
      )}
      {open === 'refund' && (
        <RefundDialog
          sale={sale}
          busy={step.busy}
          failure={step.failure}
          onClose={close}
          onRefund={(refund) => step.take({ method: 'PUT', path: 'update', body: { refund } }, close)}
        />
      )}
      {open === 'cancel' && (
        <CancelDialog
          number={number}
          busy={step.busy}
          failure={step.failure}
          onClose={close}
          onCancel={(reason) => step.take({ method: 'POST', path: 'cancel', body: { reason } }, close)}
        />
      )}
      {open === 'note' && (
        <NoteDialog
          title={t`Note to the buyer`}
          orderId={_id}
          before={sale.sellerNote}
          onClose={close}
          onSave={async (note) => {
            await sync.mutate('order.note', { _id, note })
            close()
          }}
        />
      )}
    </div>
  )
}

type NoteProps = {
  title: string
  orderId: string
  before: string
  onSave: (note: string) => Promise<void>
  onClose: () => void
}

function NoteDialog({ title, orderId, before, onSave, onClose }: NoteProps) {
  const { values, edit, forget } = useKeptForm(`order-note:${orderId}`, { note: before })
  const { note } = values
  const save = useAction(async () => {
    await onSave(note.trim())
    forget()
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      failure={save.error === null ? null : textOf(save.error)}
      actions={
        <Button busy={save.busy} disabled={note.trim() === before} onClick={() => void save.run()}>
          <Trans>Save note</Trans>
        </Button>
      }
    >
      <OrderNote label={title} value={note} onChange={(note) => edit({ note })} />
    </Dialog>
  )
}
