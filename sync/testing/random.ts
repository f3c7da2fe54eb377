/** A seeded source of chance (mulberry32): the same seed gives the same run. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** An integer in [from, to]. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}

/** Ids in the form of UUIDs, counted up, so that a run can be read. */
export function countedIds(prefix = 0): () => string {
  let count = 0
  return () => {
    count += 1
    return `00000000-0000-7000-8${prefix.toString(16).padStart(3, '0')}-${count.toString(16).padStart(12, '0')}`
  }
}
