import type { RunStart } from '../engine/core/lineage.ts'
import type { Row } from '../engine/core/outbox-record.ts'
import type { SpaceChecksum } from '../engine/protocol/space-checksum.ts'
import { isSameChecksum } from '../engine/verify/row-checksum.ts'
import type { CollectedRow } from '../engine/verify/row-checksum.ts'
import { ITEMS_KEPT, listModel } from './list-model.ts'
import type { Item, List } from './list-model.ts'

export type Space = {
  list: List
  items: Map<string, Item>
  members: Set<string>
  version: number
  floor: number
  past: RunStart[]
  /** Items that are gone, by collection and id. */
  deleted: Set<string>
  /** Version at which each row, by collection and id, last changed. */
  changed: Map<string, number>
}

/** The rows of a space, each with its collection and id. */
export function* rowsOf({ list, items }: Space): Generator<[string, Record<string, unknown>]> {
  yield [`lists ${list._id}`, list]
  for (const item of items.values()) yield [`items ${item._id}`, item]
}

/** [VERIFY-2] Every device has the list, and those items that make no room for others. */
export function isSameHere(sum: SpaceChecksum, space: Space): boolean {
  const keyed = [...rowsOf(space)]
  const rows = keyed.map(([key, row]): CollectedRow => ({ collection: key.split(' ')[0] ?? '', row: row as Row }))
  return isSameChecksum(sum, { rows, certain: certainOf(space), collections: listModel.collections })
}

function certainOf({ list, items }: Space): string[] {
  const newest = [...items.values()].filter(({ seq }) => seq > list.count - ITEMS_KEPT)
  return [`lists ${list._id}`, ...newest.map(({ _id }) => `items ${_id}`)]
}
