import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** An account's vote in the poll of a post. */
export const PollVote = defineEntity({
  name: 'PollVote',
  tableName: 'poll_vote',
  indexes: [{ properties: ['userId', 'createdAt'] }],
  properties: {
    postId: p.uuid().primary(),
    userId: p.uuid().primary(),
    /** Places in the options of the poll, in ascending order. */
    options: p.json<number[]>(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

/** The counts of a poll. Beside the post, so that a vote does not change the post for all who hold it. */
export const PollTotal = defineEntity({
  name: 'PollTotal',
  tableName: 'poll_total',
  properties: {
    postId: p.uuid().primary(),
    /** Votes by option. */
    votes: p.json<number[]>(),
    /** Accounts that have voted. */
    voters: p.integer(),
  },
})

export type PollVote = InferEntity<typeof PollVote>
