import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import { VoteOptions } from '../api/votes.ts'
import type { Vote } from '../records/vote.ts'

const SetVoteArgs = v.object({ postId: v.pipe(uuid, v.toLowerCase()), options: VoteOptions })

/** The lane of the vote in the poll of one post. */
export function voteLane(postId: string): string {
  return `vote:${postId}`
}

/** The first vote that the server sees stands: a later one of another device is refused, and goes from here again. */
export const setVote: Mutation<v.InferOutput<typeof SetVoteArgs>> = {
  name: 'vote.set',
  class: 'queue',
  args: SetVoteArgs,
  lane: ({ postId }) => voteLane(postId),
  async optimistic(tx, { postId, options }, { account, queuedAt }) {
    if (await tx.get('votes', postId)) return
    const vote: Vote = { _id: postId, userId: account, options, counts: null, voters: null, createdAt: queuedAt }
    await tx.put('votes', vote)
  },
}
