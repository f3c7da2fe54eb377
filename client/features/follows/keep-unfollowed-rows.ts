import type { Followed } from './use-following.ts'

/**
 * The list with those who were unfollowed in it, at their places: what was pressed by mistake can be pressed again, and the
 * focus stays where it is.
 */
export function keepUnfollowedRows(followed: readonly Followed[], left: ReadonlyMap<string, Followed>): Followed[] {
  const ids = new Set(followed.map(({ _id }) => _id))
  const gone = [...left.values()].filter(({ _id }) => !ids.has(_id))
  const back = followed.map((row) => {
    const before = left.get(row._id)
    return before ? { ...row, since: before.since } : row
  })
  return [...back, ...gone].toSorted((a, b) => (a.since < b.since ? 1 : -1))
}
