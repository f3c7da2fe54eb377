import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import { ReactionAction, reactionIdOf, ReactionObject } from '../records/reaction.ts'
import type { Reaction } from '../records/reaction.ts'

export const SetReactionArgs = v.object({
  objectId: uuid,
  objectType: ReactionObject,
  action: ReactionAction,
  on: v.boolean(),
})

/** The lane of what is meant of one object, by one action. */
export function reactionLane(reactionId: string): string {
  return `reaction:${reactionId}`
}

/** The last intention wins, in the order in which the server gets them. */
export const setReaction: Mutation<v.InferOutput<typeof SetReactionArgs>> = {
  name: 'reaction.set',
  class: 'queue',
  args: SetReactionArgs,
  lane: (args) => reactionLane(reactionIdOf(args)),
  fold: (_previous, next) => next,
  async optimistic(tx, { on, ...of }, { account, queuedAt }) {
    const _id = reactionIdOf(of)
    if (!on) return tx.delete('reactions', _id)
    if (await tx.get('reactions', _id)) return
    const reaction: Reaction = { _id, userId: account, ...of, createdAt: queuedAt }
    await tx.put('reactions', reaction)
  },
}
