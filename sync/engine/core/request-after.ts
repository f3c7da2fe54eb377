import type { SyncRequest } from '../protocol/sync-request.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'

/**
 * [PULL-9] The request that follows when the device has applied `response` and nothing else has happened; null where more
 * than the cursor decides it.
 */
export function requestAfter(request: SyncRequest, response: SyncResponse): SyncRequest | null {
  const { epoch, run, spaces, gone, more, copied, unclear } = response
  const isPull = request.mutations.length === 0 && request.next === undefined && !request.sums
  // A server that was restored, or another one, first shows on the device.
  const isSameServer = request.epoch === null || (request.epoch === epoch && request.run === run)
  if (!more || !isPull || !isSameServer || copied || unclear) return null
  const cursor = { ...request.cursor }
  for (const space of gone) delete cursor[space]
  for (const { space, version } of spaces) cursor[space] = version
  return { ...request, epoch, run, cursor }
}
