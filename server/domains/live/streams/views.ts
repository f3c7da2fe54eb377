import type { StreamState } from '@vesper/sync/vesper/live-events.ts'
import type { Stream } from './entity.ts'

/** A stream as those are told who watch it. */
export function stateOf(stream: Stream): StreamState {
  const { id: streamId, status, viewers, seconds, isAway, endedReason } = stream
  return { streamId, status, reason: endedReason ?? null, viewers, seconds, isAway }
}
