import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import { judgeProtocol, PROTOCOL_DETAIL, PROTOCOL_VERSION } from '@vesper/sync/engine/protocol/version.ts'
import { Unavailable } from '../http/limits/unavailable.ts'

/** A newer app comes back after so many seconds: servers are being replaced, and the next call may reach a newer one. */
const NEWER_RETRY_S = 5

/**
 * A `SyncRequest` in a protocol that this server speaks. The protocol is looked at first, since a request of another one may
 * have another shape. Refuses an app that is older as `conflict`, and one that is newer as `unavailable`: nothing of it is
 * looked at, so that its outbox stays as it is.
 */
export const SpokenRequest: typeof SyncRequest = {
  ...SyncRequest,
  '~run'(dataset, config) {
    const { value } = dataset
    if (typeof value === 'object' && value !== null && 'protocol' in value) requireSpoken(value.protocol)
    return SyncRequest['~run'](dataset, config)
  },
}

function requireSpoken(protocol: unknown): void {
  if (typeof protocol !== 'number') return
  const judged = judgeProtocol(protocol)
  const details = [{ path: PROTOCOL_DETAIL, message: String(PROTOCOL_VERSION) }]
  if (judged === 'older') {
    const message = 'This app is of another version than the server. Reload it to go on.'
    throw new Refusal('conflict', message, details)
  }
  if (judged === 'newer') {
    const message = 'The server is being updated. Your changes are kept, and are sent soon.'
    throw new Unavailable(message, NEWER_RETRY_S, details)
  }
}
