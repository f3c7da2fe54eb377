import type { streamEndings, StreamStatus } from '@vesper/sync/vesper/api/live-streams.ts'

/** A publisher without packets for so long is not there, in milliseconds. */
export const SILENT_MS = 2_000
/** A stream without a picture for so long ends, in milliseconds: before its first one, and after its last one. */
export const WAIT_MS = 60_000

/** The state of a stream by the media of its publisher. All moments are of one clock that never jumps, in milliseconds. */
export type StreamClock = {
  status: StreamStatus
  openedAt: number
  /** The latest packet of a publisher; null before the first. */
  mediaAt: number | null
  /** Time with media so far. It ends with the last packet: a gap that made the stream wait does not count. */
  liveMs: number
}

/** A clock of a room that opens now. */
export function openClock(now: number): StreamClock {
  return { status: 'starting', openedAt: now, mediaAt: null, liveMs: 0 }
}

/**
 * The clock a moment later. `silentMs` is the age of the publisher's latest packet; null while no publisher has sent one. An
 * ended clock stays.
 */
export function stepClock(
  clock: StreamClock,
  { now, silentMs }: { now: number; silentMs: number | null },
): StreamClock & { reason: (typeof streamEndings)[number] | null } {
  if (clock.status === 'ended') return { ...clock, reason: null }
  const mediaAt = latest(clock.mediaAt, silentMs === null ? null : now - silentMs)
  const status = statusAt({ ...clock, mediaAt }, now)
  const reason = status === 'ended' ? (clock.mediaAt === null ? 'no-media' : 'line') : null
  return { ...clock, status, mediaAt, liveMs: clock.liveMs + addedMs(clock, mediaAt), reason }
}

function statusAt({ status, openedAt, mediaAt }: StreamClock, now: number): StreamStatus {
  if (mediaAt !== null && now - mediaAt < SILENT_MS) return 'live'
  if (now - (mediaAt ?? openedAt) >= WAIT_MS) return 'ended'
  return status === 'starting' && mediaAt === null ? 'starting' : 'reconnecting'
}

/** Between two packets of a live stream all the time counts; packets after a gap begin anew. */
function addedMs({ status, mediaAt: before }: StreamClock, mediaAt: number | null): number {
  return status === 'live' && before !== null && mediaAt !== null ? mediaAt - before : 0
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}
