import type { VisibleSpace } from './visible-spaces.ts'

/** A space that the device is behind in: from `since`, or from nothing (`null`: a reset). */
export type Behind = VisibleSpace & { since: number | null }

/** What one answer brings, and whether another has to follow. */
export type Plan = { patches: Behind[]; more: boolean }

/** Rows of an answer, about: a space is never cut in two, and the first always fits. */
export const ROWS_PER_ANSWER = 2000
/** Whoever missed more rows of one conversation than this starts it anew from its window. */
export const DELTA_MAX = 1000

/**
 * The spaces that the device is behind in. A cursor that the server did not hand out (from the future) counts as none.
 * `first` are put in front, the order is kept otherwise.
 */
export function findBehind(
  visible: readonly VisibleSpace[],
  cursor: ReadonlyMap<string, number>,
  first: ReadonlySet<string>,
): Behind[] {
  const behind: Behind[] = []
  for (const space of visible) {
    const held = cursor.get(space.space)
    if (held === space.version) continue
    behind.push({ ...space, since: held !== undefined && held < space.version ? held : null })
  }
  const isFirst = ({ space }: Behind): boolean => first.has(space)
  return [...behind.filter(isFirst), ...behind.filter((space) => !isFirst(space))]
}

/**
 * Takes whole spaces, in order, up to the size of an answer, and those of `first` in any case: an outcome travels with
 * its effects. `changed` says how many rows changed since the cursor, at most DELTA_MAX + 1, for each space not reset.
 */
export function planPatches(
  behind: readonly Behind[],
  changed: ReadonlyMap<string, number>,
  first: ReadonlySet<string>,
): Plan {
  const patches: Behind[] = []
  let rows = 0
  for (const space of behind) {
    const delta = changed.get(space.space) ?? 0
    const isReset = space.since === null || delta > DELTA_MAX
    const size = isReset ? space.rows : delta
    if (patches.length > 0 && rows + size > ROWS_PER_ANSWER && !first.has(space.space)) continue
    patches.push(isReset ? { ...space, since: null } : space)
    rows += size
  }
  return { patches, more: patches.length < behind.length }
}
