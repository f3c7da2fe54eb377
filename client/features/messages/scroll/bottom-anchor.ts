type Place = {
  /** The growth of the log's height; negative when it has become shorter. */
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
export function bottomAnchor({ growth, top, most, before }: Place): number {
  const wasMoved = growth > 0 && top >= most - 1
  const origin = wasMoved ? Math.min(Math.max(before, top), most + growth) : top
  return Math.max(0, origin - growth)
}

/**
 * True while a log is at its end, `left` CSS pixels from it after it was moved by `moved`. Only who moves up leaves it:
 * below what is on screen a message may have come in, or turn out taller than was estimated, that the log is about to
 * follow.
 */
export function staysAtEnd(wasAtEnd: boolean, moved: number, left: number): boolean {
  return left <= 1 || (wasAtEnd && moved >= 0)
}
