import { isSound } from '../engine/core/lineage.ts'
import type { SpaceChecksum } from '../engine/protocol/space-checksum.ts'
import type { SyncRequest } from '../engine/protocol/sync-request.ts'
import type { RowPatch, SpacePatch, SyncResponse } from '../engine/protocol/sync-response.ts'
import { isSameHere, rowsOf } from './model-space.ts'
import type { Space } from './model-space.ts'

/** The reader, the cursor and the database that it counts in. `broken`: the promise that is not kept. */
export type Reading = {
  spaces: ReadonlyMap<string, Space>
  epoch: string
  runs: ReadonlySet<number>
  broken?: string | undefined
  /** At most so many spaces in one answer. */
  pageSpaces?: number | undefined
}

type Pulled = Pick<SyncResponse, 'spaces' | 'gone' | 'more'>

/** The rows that a device of `account` lacks; spaces of `first` go before all others. */
export function pullOf(
  { spaces, epoch, runs, broken, pageSpaces }: Reading,
  account: string,
  { request, first }: { request: SyncRequest; first: ReadonlySet<string> },
): Pulled {
  const trusts = broken === 'trusts-lost-versions'
  const counts = request.epoch === epoch && (runs.has(request.run) || trusts)
  const patches: SpacePatch[] = []
  const gone = Object.keys(request.cursor).filter((space) => !spaces.get(space)?.members.has(account))
  for (const [name, space] of spaces) {
    if (!space.members.has(account)) continue
    const said = counts ? request.cursor[name] : undefined
    const sound = said !== undefined && (trusts ? said <= space.version : isSound(said, request.run, space))
    const held = sound ? said : undefined
    if (held === space.version) continue
    const reset = held === undefined
    patches.push({ space: name, version: space.version, reset, rows: rowsSince(space, reset ? 0 : held) })
  }
  // Rows that the outcomes speak of come with them; the rest may take several answers.
  patches.sort((a, b) => Number(first.has(b.space)) - Number(first.has(a.space)))
  const size = Math.max(pageSpaces ?? patches.length, patches.filter((p) => first.has(p.space)).length)
  // The device's rows of these spaces cannot be continued.
  const lost = patches.slice(size).filter(({ reset, space }) => reset && space in request.cursor)
  const left = lost.map(({ space }) => space)
  return { spaces: patches.slice(0, size), gone: [...gone, ...left], more: patches.length > size }
}

/** Spaces that have not moved and differ go along whole. */
export function verifiedOf(
  { spaces: all, broken }: Reading,
  account: string,
  { sums, pulled: { spaces, more } }: { sums: readonly SpaceChecksum[]; pulled: Pulled },
): Pick<SyncResponse, 'spaces' | 'verified'> {
  const verified: NonNullable<SyncResponse['verified']> = {}
  const resets: SpacePatch[] = []
  for (const sum of more ? [] : sums) {
    const space = all.get(sum.space)
    const hasMoved = spaces.some((patch) => patch.space === sum.space)
    if (!space?.members.has(account) || space.version !== sum.version || hasMoved) continue
    const isSame = broken === 'overlooks-drift' || isSameHere(sum, space)
    verified[sum.space] = isSame ? 'same' : 'other'
    const { version } = space
    if (!isSame) resets.push({ space: sum.space, version, reset: true, rows: rowsSince(space, 0) })
  }
  return { spaces: [...spaces, ...resets], verified }
}

/** The changes of a space after `version`. */
export function rowsSince(space: Space, version: number): RowPatch[] {
  const deleted = [...space.deleted].map((key): [string, null] => [key, null])
  return [...rowsOf(space), ...deleted]
    .filter(([key]) => (space.changed.get(key) ?? (version === 0 ? 1 : 0)) > version)
    .map(([key, value]) => ({ collection: key.split(' ')[0] ?? '', id: key.split(' ')[1] ?? '', value }))
}
