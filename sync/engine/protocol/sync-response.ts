import * as v from 'valibot'
import { Outcome } from './outcome.ts'

/** A row as the viewer may see it (`value`), or the news that it is gone (`value: null`). */
export const RowPatch = v.object({
  collection: v.string(),
  id: v.string(),
  value: v.nullable(v.record(v.string(), v.unknown())),
})

/**
 * The changes of one space between two versions. `reset` replaces all that the device holds of the space, because it
 * holds nothing yet, or counts from a cursor that the server can no longer serve.
 */
export const SpacePatch = v.object({
  space: v.string(),
  version: v.number(),
  reset: v.boolean(),
  rows: v.array(RowPatch),
})

/**
 * Outcomes and patches are read in one snapshot: a mutation reported as applied has its effects in `spaces`.
 * A mutation sent without an outcome here was not looked at and is sent again, after `retryAfterMs` if given.
 *
 * `copied`: another copy of the device's database has gone on; this one becomes a device of its own. All else is empty
 * then. Mutations of an `old` copy may have been decided so long ago that the server no longer knows.
 */
export const SyncResponse = v.object({
  epoch: v.pipe(v.string(), v.uuid()),
  /** Raised whenever the server starts: what was counted in an earlier run may have been lost with a restored database. */
  run: v.optional(v.number(), 0),
  outcomes: v.array(Outcome),
  spaces: v.array(SpacePatch),
  /** Spaces that the viewer may no longer see: their rows go. */
  gone: v.array(v.string()),
  /** More is waiting than one answer holds: ask again at once. */
  more: v.boolean(),
  retryAfterMs: v.optional(v.number()),
  copied: v.optional(v.picklist(['recent', 'old'])),
  /** [CURSOR-5] Which spaces the compact cursor means cannot be told: all else is empty, and it is asked again by name. */
  unclear: v.optional(v.literal(true)),
  /**
   * [VERIFY-2] The results for the checksums of the request: a space that is `other` has a reset among `spaces`; one
   * that has moved on is not named.
   */
  verified: v.optional(v.record(v.string(), v.picklist(['same', 'other']))),
})

export type RowPatch = v.InferOutput<typeof RowPatch>
export type SpacePatch = v.InferOutput<typeof SpacePatch>
export type SyncResponse = v.InferOutput<typeof SyncResponse>
