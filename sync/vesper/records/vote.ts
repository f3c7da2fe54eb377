import * as v from 'valibot'

/** An account's vote in the poll of a post. The first one that the server sees stands. */
export const Vote = v.object({
  /** The id of the post. */
  _id: v.pipe(v.string(), v.uuid()),
  userId: v.pipe(v.string(), v.uuid()),
  /** Places in the options of the poll, from 0, in ascending order. */
  options: v.array(v.number()),
  /** Votes by option, with this one, as of the last time that the vote was read; null while the server has yet to count it. */
  counts: v.nullable(v.array(v.number())),
  /** Accounts that have voted; null likewise. */
  voters: v.nullable(v.number()),
  createdAt: v.string(),
})

export type Vote = v.InferOutput<typeof Vote>
