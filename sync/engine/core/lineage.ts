/** At the first raise of a space in a `run` of the server it stood at `version`. */
export type RunStart = readonly [run: number, version: number]

/** A space as it is now. `past` is in order; `floor`: deletions up to that version are forgotten. */
export type Lineage = { version: number; floor: number; past: readonly RunStart[] }

/** So many runs a space remembers, the latest; a device that was away for longer starts it anew. */
export const PAST_MAX = 32

/**
 *     run 1   1 2 3 4 5 │ 6 7          a backup was made at 5, and 6 and 7 are lost with the database
 *     run 3             │ 6 7 8        what is there now: 6 and 7 are others
 *     past: [[1, 0], [3, 5]]
 *
 * [TIME-3] True when the space has been at version `held` of `run`, the run in which the device was last answered. The
 * versions of a run end where the next run began. [TIME-4] A version before deletions that are forgotten is none to go
 * on from.
 */
export function isSound(held: number, run: number, { version, floor, past }: Lineage): boolean {
  if (held < floor || held > version) return false
  const next = past.find(([started]) => started > run)
  if (!next) return true
  // Before the first that is remembered there may have been another.
  const isRemembered = next !== past[0] || past.length < PAST_MAX
  return isRemembered && held <= next[1]
}

/** The past of a space that is raised from `version` in `run`. */
export function pastAfter(past: readonly RunStart[], run: number, version: number): RunStart[] {
  const [last] = past.at(-1) ?? [0]
  return last >= run ? [...past] : [...past, [run, version] as const].slice(-PAST_MAX)
}
