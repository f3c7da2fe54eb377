import { Trans } from '@lingui/react/macro'
import { CircleAlert, Clock3 } from 'lucide-react'
import { translated } from '../api/error-message.ts'
import type { Sending } from './delivery-state.ts'

/** Says in words what has not reached the server; nothing where there is nothing to say. */
export function DeliveryStateLabel({ sending }: { sending: Sending }) {
  if (sending.kind === 'waiting') {
    return (
      <span className="inline-flex items-center gap-1 text-xs font-semibold text-warn-ink">
        <Clock3 className="size-3.5" aria-hidden="true" />
        <Trans>Waiting</Trans>
      </span>
    )
  }
  if (sending.kind !== 'failed') return null
  return (
    <span className="inline-flex items-center gap-1 text-xs font-semibold text-danger-ink">
      <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
      <span>
        <Trans>Failed</Trans>
        {sending.reason && <span className="font-normal"> {translated(sending.reason)}</span>}
      </span>
    </span>
  )
}
