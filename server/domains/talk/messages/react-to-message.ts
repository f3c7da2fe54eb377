import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { requireOpenPair } from '../conversations/require-open-pair.ts'
import { isOpenTo } from './access.ts'
import { lockMessage } from './lock-message.ts'

/**
 * Reacts to a message with an emoji, in the place of the one before; null takes it back. A message that is gone for the
 * actor stays as it is. Refusals: `not-found`; of a reaction, `forbidden` to what is locked, and where a message would be
 * refused.
 */
export async function reactToMessage(tx: Tx, args: ArgsOf<'message.react'>): Promise<void> {
  const { userId } = requireActor(tx)
  const { messageId: _id, conversationId, emoji } = args
  const { message, members } = await lockMessage(tx, { _id, conversationId })
  const isSender = message.senderId === userId
  const side = isSender ? 'senderReaction' : 'recipientReaction'
  if (message.isDeleted || (message.isHidden && !isSender) || (message[side] ?? null) === emoji) return
  if (emoji !== null) {
    await requireOpenPair(tx, members)
    if (!(await isOpenTo(tx.em, message, userId))) throw new Refusal('forbidden', 'Buy this message to react to it.')
  }
  message[side] = emoji
  await tx.em.flush()
}
