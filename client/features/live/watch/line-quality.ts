import type { ViewerFigures } from '../rtc/viewer-connection.ts'

/*
 * Judges a viewer's line by what arrives each second:
 *
 *   good ──(POOR_S seconds in a row are poor)──→ poor        many packets lost, or few pictures over a line that
 *                                                            loses some or is slow to answer
 *   any  ──(STALL_S seconds without a packet)──→ stalled     the connection is made anew
 *
 * A second in which the picture is switched off says nothing of the picture.
 */

/** Seconds of a poor picture before sound alone is better. */
const POOR_S = 6
/** Seconds without any media. */
const STALL_S = 5
const FEW_PICTURES = 5
const MUCH_LOST = 0.12
const SOME_LOST = 0.02
/** A round trip of a line that is full. */
const SLOW_MS = 1_000

export type LineQuality = { line: 'good' | 'poor' | 'stalled'; poorSeconds: number; silentSeconds: number }

export const soundLine: LineQuality = { line: 'good', poorSeconds: 0, silentSeconds: 0 }

/** The quality after another second, from the figures before and after it. */
export function nextQuality(
  before: LineQuality,
  [earlier, later]: readonly [ViewerFigures, ViewerFigures],
  { hasVideo }: { hasVideo: boolean },
): LineQuality {
  const arrived = later.packetsReceived - earlier.packetsReceived
  const lost = Math.max(0, later.packetsLost - earlier.packetsLost)
  const silentSeconds = arrived > 0 ? 0 : before.silentSeconds + 1
  const share = shareOf(lost, arrived)
  // Few pictures alone may come from a creator who sends few.
  const isSlow = share > SOME_LOST || later.roundTripMs > SLOW_MS
  const hasFew = later.framesDecoded - earlier.framesDecoded < FEW_PICTURES
  const isPoor = hasVideo && arrived > 0 && (share > MUCH_LOST || (hasFew && isSlow))
  const poorSeconds = isPoor ? before.poorSeconds + 1 : 0
  if (silentSeconds >= STALL_S) return { line: 'stalled', poorSeconds, silentSeconds }
  return { line: poorSeconds >= POOR_S ? 'poor' : 'good', poorSeconds, silentSeconds }
}

function shareOf(lost: number, arrived: number): number {
  return lost / (lost + arrived)
}
