import type { Row } from '../core/outbox-record.ts'
import { textChecksumOf } from '../core/text-checksum.ts'
import type { SpaceChecksum } from '../protocol/space-checksum.ts'

/** A row of a collection. */
export type CollectedRow = { collection: string; row: Row }

/** By collection, the fields that no version is raised for: they are summed nowhere. */
export type Unversioned = Readonly<Record<string, { unversioned?: readonly string[] }>>

/** The fields that hold a link, and never what somebody has written. */
const LINK = /(?:^u|U)rl$/

/** [VERIFY-1] A sum over rows that is the same wherever it is made, in whatever order rows and fields come. */
export function checksumRows(rows: readonly CollectedRow[], collections: Unversioned): number {
  return textChecksumOf(
    rows.map(({ collection, row }) => textOf(collection, row, collections[collection]?.unversioned)),
  )
}

/** Where a row stands among those of its space, when they are taken in parts. */
export function placeOf(collection: string, id: string): string {
  return `${collection} ${id}`
}

/**
 * [VERIFY-2] Compares the device's checksum with the server's rows. `rows`: those of the space that the device names,
 * as it may see them; `certain`: places that no device lacks.
 */
export function isSameChecksum(
  { ids, part, sum }: SpaceChecksum,
  {
    rows,
    certain,
    collections,
  }: { rows: readonly CollectedRow[]; certain: readonly string[]; collections: Unversioned },
): boolean {
  const named = new Set(Object.entries(ids).flatMap(([name, of]) => of.map((id) => placeOf(name, id))))
  const isMissing = (place: string): boolean => {
    const isAsked = Object.hasOwn(ids, place.slice(0, place.indexOf(' ')))
    return isAsked && !named.has(place) && (!part || (place > part.after && place <= (part.upTo ?? place)))
  }
  if (certain.some(isMissing)) return false
  const held = rows.filter(({ collection, row }) => named.has(placeOf(collection, row._id)))
  return checksumRows(held, collections) === sum
}

function textOf(collection: string, row: Row, unversioned: readonly string[] = []): string {
  const fields = Object.entries(row).filter(([field]) => field !== '$space' && !unversioned.includes(field))
  return `${collection} ${JSON.stringify(Object.fromEntries(fields), canonical)}`
}

function canonical(field: string, value: unknown): unknown {
  // A link is signed anew from day to day: what it leads to stands before the `?`.
  if (typeof value === 'string') return LINK.test(field) ? value.replace(/\?.*/s, '') : value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
