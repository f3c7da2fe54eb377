import * as v from 'valibot'
import { boundedList } from './max-length-list.ts'

/** At most so many spaces, and so many rows of theirs, are looked through for one request. */
export const MAX_SPACES = 10
const MAX_ROWS = 2_000
const MAX_COLLECTIONS = 50

const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const name = v.pipe(v.string(), v.maxLength(100))
const place = v.pipe(v.string(), v.maxLength(201))

/**
 * [VERIFY-1] What a device holds of a space at `version`: the ids of its rows, under each collection that it knows, and a sum
 * over these rows as the server has sent them, see `core/row-sum.ts`.
 */
export const SpaceSum = v.object({
  space: name,
  version: natural,
  ids: v.pipe(v.record(name, boundedList(name, MAX_ROWS)), v.maxEntries(MAX_COLLECTIONS)),
  sum: natural,
  /** Of a space with many rows: those after a place, up to another or, with null, to the end. */
  part: v.optional(v.object({ after: place, upTo: v.nullable(place) })),
})

export const SpaceSums = v.pipe(
  boundedList(SpaceSum, MAX_SPACES),
  v.check((sums) => sums.reduce((rows, { ids }) => rows + Object.values(ids).flat().length, 0) <= MAX_ROWS),
)

export type SpaceSum = v.InferOutput<typeof SpaceSum>
