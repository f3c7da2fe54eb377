import type { Replica } from '../local/replica.ts'
import { MAX_SPACES } from '../protocol/space-checksum.ts'
import type { SpaceChecksum } from '../protocol/space-checksum.ts'
import type { StoredRow, StoreTx } from '../store.ts'
import { placeOf, checksumRows } from './row-checksum.ts'
import type { CollectedRow } from './row-checksum.ts'

/** Rows of one request: reading them must not hold up what somebody writes. */
const ROWS_AT_ONCE = 1_000

/** The range to compare: a space, or the rows after a place in a space with many rows. */
export type SpaceRange = { space: string; after: string }

/** A row that stands in its table (`null`), or the server's, which is kept aside while an optimistic one stands there. */
type Held = { collection: string; id: string; aside: StoredRow | null }
type Part = Omit<SpaceChecksum, 'ids' | 'sum'> & { held: Held[] }

/**
 * [VERIFY-1] Sums of as many of these, in order, as one request may carry: of the server's rows, with what is kept aside in
 * the place of what is optimistic. Spaces that the device does not hold are passed over.
 */
export async function checksumSpaces(replica: Replica, stretches: readonly SpaceRange[]): Promise<SpaceChecksum[]> {
  const { collections } = replica.model
  const read = await replica.store.read('replica', async (tx) => {
    const parts = await partsOf(replica, tx, stretches)
    const rows: CollectedRow[][] = []
    for (const { held } of parts) rows.push(await rowsOf(tx, held))
    return { parts, rows }
  })
  return read.parts.map(({ held, ...part }, index) => {
    const rows = read.rows[index] ?? []
    const ids = replica.store.collections.map((name): [string, string[]] => [
      name,
      held.flatMap(({ collection, id }) => (collection === name ? id : [])),
    ])
    return { ...part, ids: Object.fromEntries(ids), sum: checksumRows(rows, collections) }
  })
}

async function partsOf(replica: Replica, tx: StoreTx, stretches: readonly SpaceRange[]): Promise<Part[]> {
  const parts: Part[] = []
  let room = ROWS_AT_ONCE
  for (const { space, after } of stretches) {
    const record = await tx.spaces.get(space)
    if (!record) continue
    const left = (await heldIn(replica, tx, space)).filter(({ place }) => place > after)
    if (parts.length === MAX_SPACES || (parts.length > 0 && left.length > room)) break
    const held = left.slice(0, room)
    const upTo = held.length < left.length ? (held.at(-1)?.place ?? null) : null
    const isWhole = after === '' && upTo === null
    parts.push({ space, version: record.version, held, ...(!isWhole && { part: { after, upTo } }) })
    room -= held.length
  }
  return parts
}

/** The server's rows of a space, in order. */
async function heldIn({ store }: Replica, tx: StoreTx, space: string): Promise<(Held & { place: string })[]> {
  const base = await tx.base.all()
  const aside = new Set(base.map(({ collection, id }) => placeOf(collection, id)))
  const held = base.flatMap(({ collection, id, row }): Held[] =>
    row?.$space === space ? [{ collection, id, aside: row }] : [],
  )
  for (const collection of store.collections) {
    for (const id of await tx.rows(collection).idsOfSpace(space)) {
      if (!aside.has(placeOf(collection, id))) held.push({ collection, id, aside: null })
    }
  }
  const placed = held.map((row) => ({ ...row, place: placeOf(row.collection, row.id) }))
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1))
}

async function rowsOf(tx: StoreTx, held: readonly Held[]): Promise<CollectedRow[]> {
  const rows = held.flatMap(({ collection, aside }) => (aside ? { collection, row: aside } : []))
  for (const [collection, keys] of Map.groupBy(held, (row) => row.collection)) {
    const ids = keys.filter(({ aside }) => !aside).map(({ id }) => id)
    for (const row of await tx.rows(collection).getMany(ids)) if (row) rows.push({ collection, row })
  }
  return rows
}
