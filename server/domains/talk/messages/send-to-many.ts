import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { v5 } from 'uuid'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { queuePush } from '../../notify/push/queue.ts'
import { haveConversation } from '../conversations/have-conversation.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { appendMessage, flushed } from './append-message.ts'
import { messageView } from './views.ts'

/** A message that goes to many accounts. Its files are held under its id, by a holder of the type `message`. */
export type ToMany = {
  id: string
  performerId: string
  text: string
  price: number
  isAutomatic: boolean
  files: readonly FileRow[]
}

/** `closed`: one of the two is closed, or blocks the other. `muted`: the recipient wants no messages to many. */
export type Delivery = { state: 'sent'; messageId: string } | { state: 'closed' | 'muted' }

/**
 * Puts a message to many into the conversation of its creator and one recipient, which it opens for a pair that has none. The
 * actor is the creator. `occasion` tells apart what goes to one account more than once.
 */
export async function sendToMany(
  tx: Tx,
  many: ToMany,
  { userId, occasion = '' }: { userId: string; occasion?: string },
): Promise<Delivery> {
  if (!(await haveConversation(tx, userId))) return { state: 'closed' }
  const locked = await lockConversation(tx, conversationIdOf(userId, many.performerId))
  if (!locked.recipient.isOpen || !locked.sender.isOpen) return { state: 'closed' }
  if (locked.theirs.mutesMany) return { state: 'muted' }
  const { id: broadcastId, text, price, isAutomatic } = many
  const _id = v5(`${userId}${occasion}`, broadcastId)
  const message = Object.assign(appendMessage(tx, { _id, text, price }, locked), { broadcastId, isAutomatic })
  await flushed(tx.flush())
  const { conversationId, seq } = message
  const push = { account: userId, kind: 'message', id: conversationId, seq } as const
  tx.afterCommit(() => {
    const shown = messageView(tx.app, { message, files: [...many.files] }, userId)
    tx.app.live.toMember({ conversationId, userId }, 'message:created', shown)
    queuePush(tx.app, push)
  })
  return { state: 'sent', messageId: _id }
}
