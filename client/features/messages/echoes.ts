import { PENDING_SEQ } from '@vesper/sync/records/message.ts'
import type { Message } from '@vesper/sync/records/message.ts'
import type { Submission } from './composer-model.ts'

/** Above what any row of the outbox gets: an echo is the newest there is. */
export const ECHO_SEQ = PENDING_SEQ * 1.5

/**
 * The thread with what has just been submitted: a disk takes longer than an eye forgives. An echo says 'Saving': every
 * other word promises that the message is kept. Its row takes over under the same id.
 */
export function withEchoes(
  messages: Message[],
  echoes: readonly Submission[],
  from: Pick<Message, 'conversationId' | 'senderId'>,
): Message[] {
  if (echoes.length === 0) return messages
  const held = new Set(messages.map((message) => message._id))
  const missing = echoes.filter(({ messageId }) => !held.has(messageId))
  if (missing.length === 0) return messages
  return [...messages, ...missing.map((echo, index) => asMessage(echo, { ...from, seq: ECHO_SEQ + index }))]
}

function asMessage(
  { messageId, text, at }: Submission,
  place: Pick<Message, 'conversationId' | 'senderId' | 'seq'>,
): Message {
  return { _id: messageId, ...place, text, files: [], isDeleted: false, createdAt: at, updatedAt: at }
}
