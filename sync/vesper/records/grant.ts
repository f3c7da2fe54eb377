import * as v from 'valibot'
import { kindsWith } from './things.ts'

const id = v.pipe(v.string(), v.uuid())

/** A right of an account to see something of a creator, while it lasts. The server alone writes it. */
export const Grant = v.variant('kind', [
  /** One thing, until it is revoked. */
  v.object({
    ...{ _id: id, userId: id, performerId: id, kind: v.literal('entitlement') },
    objectType: v.picklist(kindsWith('own')),
    objectId: id,
    grantedAt: v.string(),
  }),
  /** All that the creator shows to members. */
  v.object({
    ...{ _id: id, userId: id, performerId: id, kind: v.literal('membership') },
    grantedAt: v.string(),
    /** In the counted time of a clock that was set at `countedFrom`: pauses of the creator move it. See `movedDate`. */
    accessUntil: v.string(),
    countedFrom: v.optional(v.string()),
  }),
])

export type Grant = v.InferOutput<typeof Grant>
