import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { $offline } from '../../core/connection/model.ts'
import { Notice } from '../../ui/form/notice.tsx'

/** Says so where money cannot move because the device is offline; empty otherwise. */
export function NeedsConnection() {
  const isOffline = useUnit($offline)
  return (
    <div role="status" className="empty:absolute">
      {isOffline && (
        <Notice tone="warning">
          <Trans>Needs a connection</Trans>
        </Notice>
      )}
    </div>
  )
}
