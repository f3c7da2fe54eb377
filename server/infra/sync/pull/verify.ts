import type { SpaceChecksum } from '@vesper/sync/engine/protocol/space-checksum.ts'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { isSameChecksum, placeOf } from '@vesper/sync/engine/verify/row-checksum.ts'
import { vesperStorage } from '@vesper/sync/vesper/vesper-storage.ts'
import { validate } from 'uuid'
import { readCertain, readNamed } from '../read-views.ts'
import type { Reading } from '../synced-collection.ts'

type Verified = NonNullable<SyncResponse['verified']>

/**
 * [VERIFY-2] Compares what a device holds with what its viewer may see, in the snapshot of the answer. `current`: the spaces
 * that are as the device has them, by version; of any other nothing is said, nor is anything of rows outside of them.
 */
export async function verifySums(
  reading: Reading,
  sums: readonly SpaceChecksum[],
  current: ReadonlyMap<string, number>,
): Promise<Verified> {
  const judged = sums.filter(({ space, version }) => current.get(space) === version)
  if (judged.length === 0) return {}
  const spaces = [...new Set(judged.map(({ space }) => space))]
  const named = Map.groupBy(await readNamed(reading, idsOf(judged)), ({ space }) => space)
  const certain = Map.groupBy(await readCertain(reading, spaces, idsOf(judged)), ({ space }) => space)
  const verified: Verified = {}
  for (const sum of judged) {
    const rows = (named.get(sum.space) ?? []).map(({ collection, value }) => ({ collection, row: value }))
    const places = (certain.get(sum.space) ?? []).map(({ collection, id }) => placeOf(collection, id))
    const isSame = isSameChecksum(sum, { rows, certain: places, collections: vesperStorage.collections })
    verified[sum.space] = isSame && verified[sum.space] !== 'other' ? 'same' : 'other'
  }
  return verified
}

/** Ids by collection. An invalid id belongs to no row. */
function idsOf(sums: readonly SpaceChecksum[]): Map<string, string[]> {
  const ids = new Map<string, Set<string>>()
  for (const [collection, named] of sums.flatMap((sum) => Object.entries(sum.ids))) {
    const known = ids.get(collection) ?? new Set()
    for (const id of named) if (validate(id)) known.add(id)
    ids.set(collection, known)
  }
  return new Map([...ids].map(([collection, named]) => [collection, [...named]]))
}
