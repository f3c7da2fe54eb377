/** A part of a conversation, both ends included: on this device without a gap (`held`), or not there at all (`hole`). */
export type NextGap = { kind: 'held' | 'hole'; from: number; to: number }

/**
 * The range right below a message, as far as `most` messages reach. A `seq` counts without gaps, deleted messages
 * included, so that what is missing is known without asking.
 *
 *     held       1 2 3 · · · · 8 9 10 · 12 …
 *     below 12                     hole 11…11
 *     below 11              held 8…10
 *     below 8      hole 4…7
 */
export function nextGap(before: number, held: Iterable<number>, most: number): NextGap {
  const known = new Set(held)
  const to = before - 1
  const lowest = Math.max(1, before - most)
  const isHeld = known.has(to)
  let from = to
  while (from > lowest && known.has(from - 1) === isHeld) from -= 1
  return { kind: isHeld ? 'held' : 'hole', from, to }
}
