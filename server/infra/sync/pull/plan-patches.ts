import { isSound } from '@vesper/sync/engine/core/lineage.ts'
import type { VisibleSpace } from './visible-spaces.ts'

/** A space that the device is behind in: from `since`, or from nothing (`null`: a reset). */
export type Behind = Pick<VisibleSpace, 'space' | 'version' | 'rows'> & { since: number | null }

/** The spaces of one answer, and those that wait for another. */
export type Plan = { patches: Behind[]; left: Behind[] }

/** The versions that a device holds, counted in `run`. */
export type Cursor = { run: number; versions: ReadonlyMap<string, number> }

/** Rows of an answer, about: a space is never cut in two, and the first always fits. */
export const ROWS_PER_ANSWER = 2000
/** A device that missed more rows of one conversation receives it again from its window. */
export const DELTA_MAX = 1000

/**
 * The spaces that the device is behind in. A version that cannot be gone on from (from the future, of a past that is lost,
 * from before deletions that are forgotten) counts as none: [TIME-3], [TIME-4].
 * `first` are put in front, the order is kept otherwise.
 */
export function findBehind(
  visible: readonly VisibleSpace[],
  { run, versions }: Cursor,
  first: ReadonlySet<string>,
): Behind[] {
  const behind: Behind[] = []
  for (const visibleSpace of visible) {
    const { space, version, rows } = visibleSpace
    const since = soundVersion(visibleSpace, { run, versions })
    if (since !== version) behind.push({ space, version, rows, since })
  }
  const isFirst = ({ space }: Behind): boolean => first.has(space)
  return [...behind.filter(isFirst), ...behind.filter((space) => !isFirst(space))]
}

/** The version of a space that a device holds, where it can be gone on from; else null. */
export function soundVersion(space: VisibleSpace, { run, versions }: Cursor): number | null {
  const said = versions.get(space.space)
  return said !== undefined && isSound(said, run, space) ? said : null
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
  const left: Behind[] = []
  let rows = 0
  for (const space of behind) {
    const delta = changed.get(space.space) ?? 0
    const isReset = space.since === null || delta > DELTA_MAX
    const size = isReset ? space.rows : delta
    if (patches.length > 0 && rows + size > ROWS_PER_ANSWER && !first.has(space.space)) {
      left.push(space)
      continue
    }
    patches.push(isReset ? { ...space, since: null } : space)
    rows += size
  }
  return { patches, left }
}
