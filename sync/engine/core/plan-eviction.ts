/** A cached row: its place among those of its space, the newest the highest; null where it must stay. */
export type Held = { id: string; place: number | null }

type Wish = {
  /** So many of the newest stay, whatever else. */
  keep: number
  /** So many may stay. */
  most: number
  /** True when something unsent stands on the row, or names it. */
  isNeeded: (id: string) => boolean
}

/**
 * Which rows of a space go, the oldest first; none, as long as there are no more than `most`.
 *
 *     held    1 2 3 · · · 41 42 43 … 97 98 99        keep 2, most 50
 *     stay                   50 51 … 97 98 99
 *
 * Invariants: what stays is the newest, without a hole where places have none below the newest `keep`; what is needed
 * stays in any case. A row that went is as one that was never here: it comes back with a page, or when it changes.
 */
export function planEviction(held: readonly Held[], { keep, most, isNeeded }: Wish): string[] {
  const rows = held.filter((row): row is Held & { place: number } => row.place !== null)
  if (rows.length <= most) return []
  rows.sort((a, b) => b.place - a.place)
  return rows.slice(endOfRun(rows, keep, most)).flatMap(({ id }) => (isNeeded(id) ? [] : id))
}

/** How many of the newest stay: up to the first hole, if one comes before there are `most`. */
function endOfRun(newestFirst: readonly { place: number }[], keep: number, most: number): number {
  for (let index = keep; index < most; index += 1) {
    if (newestFirst[index]?.place !== (newestFirst[index - 1]?.place ?? 0) - 1) return index
  }
  return most
}
