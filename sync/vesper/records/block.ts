import * as v from 'valibot'

export const BLOCK_REASON_MAX = 200
/** So many accounts a creator blocks at most: all are on the creator's devices. */
export const BLOCKS_MAX = 5000

/** An account that a creator blocks, with its name and picture. */
export const Block = v.object({
  /** The id of the blocked account. */
  _id: v.pipe(v.string(), v.uuid()),
  performerId: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  username: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  /** For the eye of the creator alone. */
  reason: v.string(),
  createdAt: v.string(),
})

export type Block = v.InferOutput<typeof Block>
