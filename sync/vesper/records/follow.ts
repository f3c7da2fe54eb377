import * as v from 'valibot'

/** So many creators an account follows at most: each is a space that every pull looks at. */
export const FOLLOWS_MAX = 2000

/** An account follows a creator. The row of `creators` with the same id shows the creator. */
export const Follow = v.object({
  /** The creator's id. */
  _id: v.pipe(v.string(), v.uuid()),
  followerId: v.pipe(v.string(), v.uuid()),
  createdAt: v.string(),
})

export type Follow = v.InferOutput<typeof Follow>
