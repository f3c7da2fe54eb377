import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { PackageCheck, Printer } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { OrderNote } from '../../entities/orders/order-note.tsx'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'
import type { OrderStep, Step } from '../../entities/orders/use-order-step.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { isToSend } from './sale-tabs.ts'

type Props = { sale: Order; step: OrderStep; onShip: () => void; onPrint: () => void }

/** The buttons for all that the seller may do now. */
export function SaleActions({ sale, step, onShip, onPrint }: Props) {
  const sync = useSync()
  const isOffline = useUnit($offline)
  const [open, setOpen] = useState<'refund' | 'cancel' | 'note' | null>(null)
  const { _id, version, allowed, address, number } = sale
  const may = (action: Order['allowed'][number]) => allowed.includes(action)
  const tell = (error: unknown) => void showToast('error', errorMessage(error))
  const ask = (question: 'refund' | 'cancel') => {
    step.clear()
    setOpen(question)
  }
  const close = () => setOpen(null)
  const take = async (taken: Step) => {
    const isTaken = await step.take(taken)
    if (isTaken) close()
    return isTaken
  }
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
          onRefund={(refund) => take({ method: 'PUT', path: 'update', body: { refund } })}
        />
      )}
      {open === 'cancel' && (
        <CancelDialog
          number={number}
          busy={step.busy}
          failure={step.failure}
          onClose={close}
          onCancel={(reason) => take({ method: 'POST', path: 'cancel', body: { reason } })}
        />
      )}
      {open === 'note' && <NoteDialog sale={sale} onClose={close} />}
    </div>
  )
}

function NoteDialog({ sale: { _id, sellerNote: before }, onClose }: { sale: Order; onClose: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const title = t`Note to the buyer`
  const { values, edit, forget } = useKeptForm(`order-note:${_id}`, { note: before })
  const { note } = values
  const save = useAction(async () => {
    await sync.mutate('order.note', { _id, note: note.trim() })
    onClose()
    forget()
  })
  return (
    <StepDialog
      title={title}
      busy={save.busy}
      failure={save.error === null ? null : errorMessage(save.error)}
      yes={<Trans>Save note</Trans>}
      isReady={note.trim() !== before}
      onYes={() => void save.run()}
      onClose={onClose}
    >
      <OrderNote label={title} value={note} onChange={(note) => edit({ note })} />
    </StepDialog>
  )
}
