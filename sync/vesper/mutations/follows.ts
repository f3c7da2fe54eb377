import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import { Creator } from '../records/creator.ts'
import type { Follow } from '../records/follow.ts'

/** `performer` is what the device shows of the creator until the server has answered; the server takes the id alone. */
export const SetFollowArgs = v.object({
  performerId: uuid,
  following: v.boolean(),
  performer: v.optional(Creator),
})

/** The lane of everything that is meant of one creator. */
export function followLane(performerId: string): string {
  return `follow:${performerId}`
}

/**
 * The last intention wins, in the order in which the server gets them. The creator's card stays on the device
 * when one unfollows offline: it goes with the space, or serves whoever changes their mind.
 */
export const setFollow: Mutation<v.InferOutput<typeof SetFollowArgs>> = {
  name: 'follow.set',
  class: 'queue',
  args: SetFollowArgs,
  lane: ({ performerId }) => followLane(performerId),
  fold: (_previous, next) => next,
  async optimistic(tx, { performerId, following, performer }, { account, queuedAt }) {
    if (!following) return tx.delete('follows', performerId)
    if (performerId === account) return
    if (performer?._id === performerId && !(await tx.get('creators', performerId))) {
      await tx.put('creators', performer)
    }
    if (await tx.get('follows', performerId)) return
    const follow: Follow = { _id: performerId, followerId: account, createdAt: queuedAt }
    await tx.put('follows', follow)
  },
}
