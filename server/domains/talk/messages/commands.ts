import { FlushMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { hasContent, MESSAGE_DELETED_TEXT, NOTHING_TO_SEND } from '@vesper/sync/vesper/records/message.ts'
import { takeFiles } from '../../../content/attachments.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { requireActor, requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { queuePush } from '../../notify/push/queue.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import type { LockedConversation } from '../conversations/lock-conversation.ts'
import { requireOpenPair } from '../conversations/require-open-pair.ts'
import { isBought } from './access.ts'
import { appendMessage, flushed, idTaken } from './append-message.ts'
import { filesOfMessage, messageFiles } from './attachments.ts'
import { Message } from './entity.ts'
import { lockMessage } from './lock-message.ts'
import { countUnseen, messagesById, quotedRow } from './queries.ts'
import type { MessageRow, QuotedRow } from './queries.ts'
import { requireNews } from './require-news.ts'
import { messageView } from './views.ts'

export type SendMessage = {
  _id: string
  conversationId: string
  text: string
  fileIds: readonly string[]
  price?: number | undefined
  /** The message that it answers. */
  replyToId?: string | undefined
}

/** A message as it was sent, with its files and the message that it answers. */
export type SentMessage = { message: MessageRow; files: FileRow[]; replyTo?: QuotedRow | null }

/**
 * Appends a message. The same `_id` again, by the same sender to the same conversation, answers the message that
 * stands already. Refusals: `not-found`, `forbidden` (either account is not open to others), `conflict` (the id is another
 * message's; a price for files that the recipient has already), `invalid` (nothing to send, files that cannot be sent). A
 * fan's message has no price: `forbidden`.
 * An answer to what is not in the conversation is sent without a quote.
 */
export async function sendMessage(tx: Tx, args: SendMessage): Promise<SentMessage> {
  const actor = requireActor(tx)
  const locked = await lockConversation(tx, args.conversationId)
  if (await isSent(tx, args._id)) {
    return sentBefore(tx, args._id, { conversationId: locked.conversation.id, senderId: actor.userId })
  }

  if (!hasContent(args)) throw new Refusal('invalid', NOTHING_TO_SEND)
  await requireOpenPair(tx, locked)
  await requireUnrestricted(tx, actor.userId, 'message')
  if (args.price !== undefined) requireCreator(tx, 'Only creators can set a price.')
  if (args.price !== undefined) await requireUnrestricted(tx, actor.userId, 'sell')
  if (args.price !== undefined) await requireNews(tx, locked, args.fileIds)
  const files = await takeFiles(tx, args.fileIds, { holderId: args._id, takes: messageFiles })
  const replyTo = args.replyToId === undefined ? null : await quotedBy(tx, args.replyToId, locked)
  const sent = { message: appendMessage(tx, { ...args, replyToId: replyTo?.id }, locked), files, replyTo }
  await flushed(tx.flush())
  announce(tx, sent, locked)
  const { conversationId: id, seq } = sent.message
  const push = { account: locked.theirs.userId, kind: 'message', id, seq } as const
  tx.afterCommit(() => queuePush(tx.app, push))
  return sent
}

/**
 * Puts a tombstone in a message's place; its files go, as `removeFilesOf` says. Deleting again changes nothing. Refusals:
 * `not-found`, `forbidden` for whoever did not send it, `conflict` for a message that was bought.
 */
export async function deleteMessage(
  tx: Tx,
  { _id, conversationId }: { _id: string; conversationId?: string },
): Promise<void> {
  const actor = requireActor(tx)
  const { message, members } = await lockMessage(tx, conversationId === undefined ? { _id } : { _id, conversationId })
  if (message.senderId !== actor.userId) throw new Refusal('forbidden', 'You can delete only your own messages.')
  if (message.isDeleted) return
  if (message.tip > 0) throw new Refusal('conflict', 'A tip stays as it is.')
  if (message.price > 0 && (await isBought(tx.em, _id))) {
    throw new Refusal('conflict', 'This message was bought. It stays where it is.')
  }

  const nothing = { senderReaction: null, recipientReaction: null }
  Object.assign(message, { text: MESSAGE_DELETED_TEXT, isDeleted: true, updatedAt: tx.now, ...nothing })
  // The other messages to many keep theirs.
  if (message.broadcastId === null) await removeFilesOf(tx, { type: 'message', id: message.id })
  await tx.em.flush()
  const { theirs } = members
  if (message.seq > theirs.readSeq) theirs.unseen = await countUnseen(tx.em, theirs)
  const event = { _id, conversationId: message.conversationId, text: MESSAGE_DELETED_TEXT }
  tx.afterCommit(() => tx.app.live.toConversation(message.conversationId, 'message:deleted', event))
}

/** By plain SQL, at a fraction of what the ORM's own query takes: of nearly all messages the answer is no. */
async function isSent(tx: Tx, id: string): Promise<boolean> {
  return (await tx.em.execute<object[]>(`${KEPT} select from message where id = ?`, [id])).length > 0
}

async function sentBefore(
  tx: Tx,
  id: string,
  { conversationId, senderId }: { conversationId: string; senderId: string },
): Promise<SentMessage> {
  const known = await tx.em.findOneOrFail(Message, { id }, { flushMode: FlushMode.COMMIT })
  if (known.conversationId !== conversationId || known.senderId !== senderId) throw idTaken()
  const [message = known] = known.price > 0 || known.replyToId !== null ? await messagesById(tx.em, [id]) : []
  return { message, files: await filesOfMessage(tx.em, known) }
}

async function quotedBy(tx: Tx, id: string, { conversation }: LockedConversation): Promise<QuotedRow | null> {
  // It may have been sent by the command before this one.
  await flushed(tx.em.flush())
  return quotedRow(tx.em, { id, conversationId: conversation.id })
}

/** Tells the sockets of the two of a new message after the commit. */
export function announce(tx: Tx, sent: SentMessage, { mine, theirs }: LockedConversation): void {
  const { app } = tx
  tx.afterCommit(() => {
    for (const { userId } of [mine, theirs]) {
      const { conversationId } = sent.message
      app.live.toMember({ conversationId, userId }, 'message:created', messageView(app, sent, userId))
    }
  })
}
