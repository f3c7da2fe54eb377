import type { SpaceRecord } from './outbox-record.ts'

/** The spaces, of `spaces` (space → version), with a later version than the held one. */
export function newerSpaces(
  spaces: Readonly<Record<string, number>>,
  held: readonly (SpaceRecord | undefined)[],
): Record<string, number> {
  const versions = new Map(held.map((record) => [record?.space, record?.version]))
  return Object.fromEntries(Object.entries(spaces).filter(([space, version]) => (versions.get(space) ?? -1) < version))
}
