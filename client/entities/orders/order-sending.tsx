import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DeliveryStateLabel } from '../../core/sync/delivery-state-label.tsx'
import type { Sending } from '../../core/sync/delivery-state.ts'
import { cx } from '../../ui/cx.ts'

type Props = {
  /** Undefined where nothing of the order is on this device alone. */
  sending: Sending | undefined
  /** Leads on from a step that was refused: to the outbox, unless told. */
  refused?: ReactNode
  className?: string
}

/** Says so where a step of the order is on this device alone, or was refused and why. */
export function OrderSending({ sending, refused = <OutboxLink />, className }: Props) {
  const isSaid = sending?.kind === 'waiting' || sending?.kind === 'failed'
  return (
    <div role="status" className={cx('grid justify-items-start text-sm empty:absolute', isSaid && className)}>
      {isSaid && <DeliveryStateLabel sending={sending} />}
      {sending?.kind === 'failed' && refused}
    </div>
  )
}

/** Leads to where a refused step is tried again or given up. */
function OutboxLink() {
  return (
    <Link to="/outbox" className="inline-flex min-h-target items-center font-semibold underline">
      <Trans>Retry or discard</Trans>
    </Link>
  )
}
