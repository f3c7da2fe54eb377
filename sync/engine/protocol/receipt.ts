import * as v from 'valibot'

const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** At most this many spaces one event names. */
export const TAKEN_MAX = 100

/**
 * The versions that a device has just applied: one for each of these spaces, counted in `run` of the database `epoch`.
 * A hint like any event: the cursor of the next request says the same.
 */
export const Receipt = v.object({
  epoch: v.pipe(v.string(), v.uuid()),
  run: natural,
  spaces: v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(100)), natural),
    v.check((spaces) => Object.keys(spaces).length <= TAKEN_MAX),
  ),
})

export type Receipt = v.InferOutput<typeof Receipt>
