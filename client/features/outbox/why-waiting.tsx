import { Trans } from '@lingui/react/macro'
import type { SyncStatus } from '@vesper/sync/status-board.ts'
import type { Line } from '../../line.ts'

/** Why something still waits after an attempt. */
export function WhyWaiting({ line, state }: { line: Line; state: SyncStatus['state'] }) {
  if (state === 'needs-auth') return <Trans>Still waiting: log in again first.</Trans>
  if (line === 'offline') return <Trans>Still waiting: this device has no connection.</Trans>
  if (line === 'unreachable') return <Trans>Still waiting: the server does not answer.</Trans>
  if (state === 'failing') return <Trans>Still waiting: it could not be sent just now.</Trans>
  return <Trans>Still waiting: something before it has to be sent first.</Trans>
}
