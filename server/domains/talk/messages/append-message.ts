import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { LockedConversation } from '../conversations/lock-conversation.ts'
import { Message } from './entity.ts'

type Appended = {
  _id: string
  text: string
  price?: number | undefined
  replyToId?: string | undefined
  /** Tokens of the tip that it tells of. */
  tip?: number
}

/** Puts a message of the actor at the end of a conversation. It is stored by the flush that follows, see `flushed`. */
export function appendMessage(tx: Tx, args: Appended, { conversation, mine, theirs }: LockedConversation): Message {
  const seq = conversation.lastSeq + 1
  Object.assign(conversation, { lastSeq: seq, lastMessageId: args._id, updatedAt: tx.now })
  mine.movedAt = theirs.movedAt = tx.now
  // One's own message is no news; it does not read those before it, though.
  if (mine.readSeq === seq - 1) mine.readSeq = seq
  else if (mine.deliveredSeq === seq - 1) mine.deliveredSeq = seq
  const { text, price = 0, replyToId = null, tip = 0 } = args
  // Its notice tells of a tip without words, which is nothing to read.
  if (tip === 0 || text !== '') theirs.unseen += 1
  const [id, conversationId] = [args._id.toLowerCase(), conversation.id]
  const stamps = { createdAt: tx.now, updatedAt: tx.now }
  return tx.em.create(Message, {
    id,
    conversationId,
    seq,
    senderId: mine.userId,
    text,
    price,
    replyToId,
    tip,
    ...stamps,
  })
}

/** Two conversations have different locks: the same id sent to both at once meets here only. */
export async function flushed(flush: Promise<void>): Promise<void> {
  try {
    await flush
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? idTaken(error) : error
  }
}

/** The refusal of a message under the id of another one. */
export function idTaken(cause?: Error): Refusal {
  const refusal = new Refusal('conflict', 'This message id is in use already.')
  if (cause) refusal.cause = cause
  return refusal
}
