import { v5 } from 'uuid'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { queuePush } from '../../notify/push/queue.ts'
import type { LockedConversation } from '../conversations/lock-conversation.ts'
import { appendMessage } from './append-message.ts'
import { messageView } from './views.ts'

/** A message that goes to many accounts. Its files are held under its id, by a holder of the type `broadcast`. */
export type ToMany = {
  id: string
  text: string
  price: number
  isAutomatic: boolean
  files: readonly FileRow[]
}

/** The id of the message that one account gets: sending again finds it there. */
export function idOfMany(broadcastId: string, recipient: string): string {
  return v5(recipient, broadcastId)
}

/** `closed`: one of the two is closed, or blocks the other. `muted`: the recipient wants no messages to many. */
export type Delivery = { state: 'sent'; messageId: string } | { state: 'closed' | 'muted' }

/**
 * Puts a message to many into the conversation of its creator and one recipient, see `lockWithMany`; undefined for two who
 * cannot talk. The flush that follows stores it. `occasion` tells apart messages that go to one account more than once.
 */
export function sendToMany(
  tx: Tx,
  many: ToMany,
  { locked, occasion = '' }: { locked: LockedConversation | undefined; occasion?: string },
): Delivery {
  if (!locked?.recipient.isOpen || !locked.sender.isOpen) return { state: 'closed' }
  const { userId, mutesMany } = locked.theirs
  if (mutesMany) return { state: 'muted' }
  const { id: broadcastId, text, price, isAutomatic } = many
  const _id = idOfMany(broadcastId, `${userId}${occasion}`)
  const message = Object.assign(appendMessage(tx, { _id, text, price }, locked), { broadcastId, isAutomatic })
  const { conversationId, seq } = message
  const push = { account: userId, kind: 'message', id: conversationId, seq } as const
  tx.afterCommit(() => {
    const shown = messageView(tx.app, { message, files: [...many.files] }, userId)
    tx.app.live.toMember({ conversationId, userId }, 'message:created', shown)
    queuePush(tx.app, push)
  })
  return { state: 'sent', messageId: _id }
}
