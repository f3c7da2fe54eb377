import * as v from 'valibot'
import { maxLengthList } from './max-length-list.ts'

/** At most so many spaces, and so many rows of theirs, are looked through for one request. */
export const MAX_SPACES = 10
const MAX_ROWS = 2_000
const MAX_COLLECTIONS = 50

const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const name = v.pipe(v.string(), v.maxLength(100))
const place = v.pipe(v.string(), v.maxLength(201))

/**
 * [VERIFY-1] The rows of a space that a device holds at `version`: their ids by known collection, and a checksum over
 * them as the server has sent them, see `verify/row-checksum.ts`.
 */
export const SpaceChecksum = v.object({
  space: name,
  version: natural,
  ids: v.pipe(v.record(name, maxLengthList(name, MAX_ROWS)), v.maxEntries(MAX_COLLECTIONS)),
  sum: natural,
  /** A part of a space with many rows: those after a place, up to another or, with null, to the end. */
  part: v.optional(v.object({ after: place, upTo: v.nullable(place) })),
})

export const SpaceChecksums = v.pipe(
  maxLengthList(SpaceChecksum, MAX_SPACES),
  v.check((sums) => sums.reduce((rows, { ids }) => rows + Object.values(ids).flat().length, 0) <= MAX_ROWS),
)

export type SpaceChecksum = v.InferOutput<typeof SpaceChecksum>
