import { Trans } from '@lingui/react/macro'
import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import type { Line } from '../../core/connection/connection-status.ts'

type Props = {
  line: Line
  state: SyncStatus['state']
  /** A file that it names is not on the server yet. */
  isGoingUp: boolean
}

/** Why something still waits after an attempt. */
export function WhyWaiting({ line, state, isGoingUp }: Props) {
  if (state === 'needs-auth') return <Trans>Still waiting: log in again first.</Trans>
  if (line === 'offline') return <Trans>Still waiting: this device has no connection.</Trans>
  if (line === 'unreachable') return <Trans>Still waiting: the server does not answer.</Trans>
  if (state === 'failing') return <Trans>Still waiting: the last attempt failed.</Trans>
  if (isGoingUp) return <Trans>Still waiting: its photo or video is still uploading.</Trans>
  return <Trans>Still waiting: an earlier change has to be sent first.</Trans>
}
