import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { OrderStep } from './use-order-step.ts'

type Props = Pick<OrderStep, 'busy' | 'failure'> & {
  title: string
  /** The words of the button that takes the step. */
  yes: ReactNode
  /** The words of a button that leaves the order as it is; there is none unless told. */
  no?: ReactNode
  tone?: 'primary' | 'danger'
  /** False while the step lacks something. */
  isReady?: boolean
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks about a step of an order, with the fields that it needs. It stays open, and says why, where the step fails. */
export function StepDialog({ yes, no, tone = 'primary', isReady = true, busy, onYes, ...dialog }: Props) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button kind={tone} busy={busy} disabled={!isReady} onClick={onYes}>
            {yes}
          </Button>
          {no && (
            <Button kind="secondary" onClick={dialog.onClose}>
              {no}
            </Button>
          )}
        </>
      }
    />
  )
}
