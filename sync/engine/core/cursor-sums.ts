import { checksumWithout, hashOf, textChecksumOf } from './text-checksum.ts'

/** Spaces under one sum: two of them that have moved are still told apart. */
const GROUP = 256
/** A space that has moved by more versions is not searched for. */
const LAG_MAX = 32
/** With more groups that differ, versions are shorter than a search is long. */
const SEARCHES_MAX = 4

/** Space → version. */
type Versions = ReadonlyMap<string, number>

/** [CURSOR-6] A sum over name and version of each space, for each group of spaces in the order of their names. */
export function cursorSums(names: readonly string[], versionOf: (name: string) => number): number[] {
  return groupsOf(names).map((group) => textChecksumOf(group.map((name) => wordOf(name, versionOf(name)))))
}

/**
 * The versions that a device holds of the spaces `names`, by its sums and the versions `now`: those of groups with the same
 * sum are the same, and of any other group one or two spaces are behind. Null when that does not explain the sums.
 */
export function versionsBySums(sums: readonly number[], names: readonly string[], now: Versions): Versions | null {
  const groups = groupsOf(names)
  if (groups.length !== sums.length) return null
  const versions = new Map(names.map((name) => [name, now.get(name) ?? 0]))
  const present = cursorSums(names, (name) => versions.get(name) ?? 0)
  const differing = groups.flatMap((group, n) => (present[n] === sums[n] ? [] : { group, n }))
  if (differing.length > SEARCHES_MAX) return null
  for (const { group, n } of differing) {
    const behind = behindIn(group, versions, checksumWithout(present[n] ?? 0, sums[n] ?? 0))
    if (!behind) return null
    for (const [name, version] of behind) versions.set(name, version)
  }
  return versions
}

/** The spaces whose going back to an earlier version takes `difference` from the sum of their group. */
function behindIn(group: readonly string[], now: Versions, difference: number): [string, number][] | null {
  const steps = new Map<number, [string, number]>()
  for (const name of group) {
    const version = now.get(name) ?? 0
    const present = hashOf(wordOf(name, version))
    for (let held = version - 1; held >= 0 && held >= version - LAG_MAX; held -= 1)
      steps.set(checksumWithout(present, hashOf(wordOf(name, held))), [name, held])
  }
  const only = steps.get(difference)
  if (only) return [only]
  for (const [step, one] of steps) {
    const other = steps.get(checksumWithout(difference, step))
    if (other && other[0] !== one[0]) return [one, other]
  }
  return null
}

/** With the version at both ends, each half of the hash depends on the whole of both. */
function wordOf(name: string, version: number): string {
  return `${version} ${name} ${version}`
}

function groupsOf(names: readonly string[]): string[][] {
  const count = Math.ceil(names.length / GROUP)
  return Array.from({ length: count }, (_, n) => names.slice(n * GROUP, (n + 1) * GROUP))
}
