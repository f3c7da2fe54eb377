import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { BlockReason } from '../api/blocks.ts'
import { uuid } from '../api/fields.ts'
import type { Block } from '../records/block.ts'
import { conversationIdOf } from '../records/conversation.ts'

/** `user` is what the device shows of the account until the server has answered; the server takes the id alone. */
export const SetBlockArgs = v.object({
  userId: v.pipe(uuid, v.toLowerCase()),
  blocked: v.boolean(),
  reason: v.optional(BlockReason, ''),
  user: v.optional(v.object({ name: v.string(), username: v.nullable(v.string()), avatar: v.nullable(v.string()) })),
})

/** The last intention wins, in the order in which the server gets them. Nothing can be sent to who is blocked. */
export const setBlock: Mutation<v.InferOutput<typeof SetBlockArgs>> = {
  name: 'block.set',
  class: 'queue',
  args: SetBlockArgs,
  lane: ({ userId }) => `block:${userId}`,
  fold: (_previous, next) => next,
  async optimistic(tx, { userId, blocked, reason, user }, { account, queuedAt }) {
    if (!blocked) return tx.delete('blocks', userId)
    const id = conversationIdOf(account, userId)
    const conversation = await tx.get('conversations', id)
    if (conversation) await tx.put('conversations', { ...conversation, _id: id, canSend: false })
    const held = (await tx.get('blocks', userId)) as Block | undefined
    if (held) return tx.put('blocks', { ...held, reason })
    if (!user) return
    const block: Block = { ...user, _id: userId, performerId: account, reason, createdAt: queuedAt }
    await tx.put('blocks', block)
  },
}
