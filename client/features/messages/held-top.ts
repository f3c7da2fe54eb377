type Place = {
  /** By how much the log has become taller; negative when it is shorter. */
  growth: number
  /** Where it is scrolled to now, and the most that it can be. */
  top: number
  most: number
  /** Where it was scrolled to at the last event. */
  before: number
}

/**
 * Where to scroll a log of another height, so that what stands at its foot stays. A log that grows at its end has been
 * moved by the browser: it is counted from where it was, not from there.
 */
export function heldTop({ growth, top, most, before }: Place): number {
  const wasMoved = growth > 0 && top >= most - 1
  const origin = wasMoved ? Math.min(Math.max(before, top), most + growth) : top
  return Math.max(0, origin - growth)
}
