import type { RowPatch, SpacePatch } from '@vesper/sync/engine/protocol/sync-response.ts'
import { onceSeen, readViews } from '../read-views.ts'
import type { Reading } from '../synced-collection.ts'
import type { ChangedRow } from './change-index.ts'
import type { Behind } from './plan-patches.ts'

/**
 * The patch of each space, its rows as the viewer may see them, read in bulk: as many queries for one as for many.
 * [PULL-7] A changed row that is missing, or hidden from this viewer, leaves the device; a row that was never there for
 * this viewer is not named.
 */
export async function makePatches(
  reading: Reading,
  behind: readonly Behind[],
  changed: readonly ChangedRow[],
): Promise<SpacePatch[]> {
  const fresh = behind.flatMap(({ space, since }) => (since === null ? space : []))
  const views = await readViews(reading, { changed, fresh })
  const rows = Map.groupBy(views, ({ space }) => space)
  const seen = new Set(views.map(({ space, collection, value }) => keyOf(space, collection, value._id)))
  const unseen = changed.filter(({ space, collection, id }) => !seen.has(keyOf(space, collection, id)))
  const deletions = Map.groupBy(await onceSeen(reading, unseen), ({ space }) => space)
  return behind.map(({ space, version, since }) => ({
    space,
    version,
    reset: since === null,
    rows: [
      ...(rows.get(space) ?? []).map(({ collection, value }): RowPatch => ({ collection, id: value._id, value })),
      ...(deletions.get(space) ?? []).map(({ collection, id }): RowPatch => ({ collection, id, value: null })),
    ],
  }))
}

function keyOf(space: string, collection: string, id: string): string {
  return `${space} ${collection} ${id}`
}
