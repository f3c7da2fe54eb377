import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { ChangedRow } from './pull/change-index.ts'
import type { CertainRow, Reading, SyncedCollection, SyncedRow } from './synced-collection.ts'

/** The views that a set of patches needs: the rows that changed, and the window of each space that starts anew. */
export async function readViews(
  reading: Reading,
  { changed, fresh }: { changed: readonly ChangedRow[]; fresh: readonly string[] },
): Promise<SyncedRow[]> {
  const rows: SyncedRow[] = []
  for (const collection of reading.app.domains.collections) {
    const ids = changed.flatMap((row) => (row.collection === collection.name && !row.deleted ? row.id : []))
    if (fresh.length > 0) rows.push(...(await collection.window(reading, fresh)))
    if (ids.length > 0) rows.push(...(await collection.byIds(reading, ids)))
  }
  return rows
}

/** The spaces that look different to the viewer since these rows changed, or since any did in spaces that start anew. */
export async function alteredSpaces(
  reading: Reading,
  { changed, fresh }: { changed: readonly ChangedRow[]; fresh: readonly string[] },
): Promise<Set<string>> {
  const altered = new Set<string>()
  const isAnew = fresh.includes(spaceOfUser(reading.viewerId))
  for (const collection of reading.app.domains.collections) {
    if (!collection.altersSpaces) continue
    const ids = changed.flatMap((row) => (row.collection === collection.name ? row.id : []))
    if (!isAnew && ids.length === 0) continue
    for (const space of await collection.altersSpaces(reading, isAnew ? null : ids)) altered.add(space)
  }
  return altered
}

/** The missing rows that the viewer may have had: the device deletes them. */
export async function onceSeen(reading: Reading, rows: readonly ChangedRow[]): Promise<ChangedRow[]> {
  const never = new Set<string>()
  for (const collection of reading.app.domains.collections) {
    const ids = rows.flatMap((row) => (row.collection === collection.name ? row.id : []))
    const found = ids.length > 0 ? await collection.neverSeen?.(reading, ids) : undefined
    for (const id of found ?? []) never.add(`${collection.name} ${id}`)
  }
  return rows.filter(({ collection, id }) => !never.has(`${collection} ${id}`))
}

/** The views of these rows, by collection and id; of what is gone, or not for this viewer, none. */
export async function readNamed(reading: Reading, ids: ReadonlyMap<string, readonly string[]>): Promise<SyncedRow[]> {
  const rows: SyncedRow[] = []
  for (const collection of reading.app.domains.collections) {
    const named = ids.get(collection.name) ?? []
    if (named.length > 0) rows.push(...(await collection.byIds(reading, named)))
  }
  return rows
}

/** The rows that every device has that holds these spaces and, by collection, these rows. */
export async function readCertain(
  reading: Reading,
  spaces: readonly string[],
  held: ReadonlyMap<string, readonly string[]>,
): Promise<CertainRow[]> {
  // Nothing that a request sends along belongs to the window of every device.
  const apart: Reading = { ...reading, about: { spaces: new Set(), rows: new Set() } }
  const rows: CertainRow[] = []
  for (const collection of reading.app.domains.collections) {
    const ids = held.get(collection.name)
    if (ids) rows.push(...(await certainOf(collection, apart, { spaces, held: ids })))
  }
  return rows
}

async function certainOf(
  collection: SyncedCollection,
  reading: Reading,
  { spaces, held }: { spaces: readonly string[]; held: readonly string[] },
): Promise<CertainRow[]> {
  const { name } = collection
  const window = await collection.window(reading, spaces)
  const certain = collection.certain?.(window, held) ?? window
  return certain.map(({ space, value }) => ({ space, collection: name, id: value._id }))
}
