/** A seeded source of chance for drawings (mulberry32): the same seed draws the same picture. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** In [from, to). */
  in(from: number, to: number): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  /** Around `mean`, seldom further than `spread` from it. */
  around(mean: number, spread: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

export function randomOf(seed: string): Random {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number): number => from + next() * (to - from)
  return {
    next,
    in: between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    around: (mean, spread) => mean + ((next() + next() + next()) / 1.5 - 1) * spread,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash >>> 0
}
