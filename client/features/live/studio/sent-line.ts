import type { PublisherFigures } from '../rtc/publisher-figures.ts'

/*
 * Judges a creator's line by what goes out:
 *
 *   good ──(POOR_TIMES measures in a row are poor)──→ suffers: loss | line | device
 *   suffers ──(GOOD_TIMES measures in a row are good)──→ good
 *
 * Many packets lost come before a slow line, and that before a busy device: the first one is what helps most.
 */

/** The pause between two measures, in milliseconds. */
export const MEASURE_MS = 2_000
const POOR_TIMES = 3
const GOOD_TIMES = 3
const MUCH_LOST = 0.08
/** A round trip of a line that is full, in milliseconds. */
const SLOW_MS = 1_000

export type SentLine = {
  /** Bits a second that go out. */
  bits: number
  lost: number
  route: PublisherFigures['route']
  /** The cause that the picture suffers from; null for a good one. */
  suffers: 'loss' | 'line' | 'device' | null
  poorTimes: number
  goodTimes: number
}

export const freshLine: SentLine = { bits: 0, lost: 0, route: null, suffers: null, poorTimes: 0, goodTimes: 0 }

/** The line after another measure. `ms`: the time between the two. */
export function nextSentLine(
  before: SentLine,
  [earlier, later]: readonly [PublisherFigures, PublisherFigures],
  ms: number,
): SentLine {
  const fault = faultOf(later)
  const poorTimes = fault === null ? 0 : before.poorTimes + 1
  const goodTimes = fault === null ? before.goodTimes + 1 : 0
  const isPoor = poorTimes >= POOR_TIMES || (before.suffers !== null && goodTimes < GOOD_TIMES)
  return {
    bits: (Math.max(0, later.bytes - earlier.bytes) * 8_000) / ms,
    ...{ lost: later.lost, route: later.route, poorTimes, goodTimes },
    suffers: isPoor ? (fault ?? before.suffers) : null,
  }
}

function faultOf({ lost, roundTripMs, limit }: PublisherFigures): SentLine['suffers'] {
  if (lost > MUCH_LOST) return 'loss'
  return roundTripMs > SLOW_MS ? 'line' : limit
}
