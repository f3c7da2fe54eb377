import type { SyncRequest } from '../protocol/sync-request.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'

/** Rows of the first screens, about. */
const FIRST_ROWS = 250

/** The `request` that stands for the `rest` once the device has applied `first`. */
type Parts = { first: SyncResponse; rest: SyncResponse; request: SyncRequest }

/**
 * [PULL-10] The answer to a device that has nothing, in two answers of whole spaces: the first rows are shown while the
 * others are written. Null for any other answer, and for one that is small.
 */
export function firstPart(request: SyncRequest, response: SyncResponse): Parts | null {
  const { epoch, run, spaces } = response
  // Outcomes travel with their effects.
  if (request.epoch !== null || request.next !== undefined) return null
  let [count, rows] = [0, 0]
  while (count < spaces.length && rows < FIRST_ROWS) rows += spaces[count++]?.rows.length ?? 0
  if (count === spaces.length) return null
  return {
    first: { ...response, spaces: spaces.slice(0, count), more: true },
    rest: { ...response, spaces: spaces.slice(count) },
    request: { ...request, epoch, run },
  }
}
