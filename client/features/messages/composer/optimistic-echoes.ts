import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { Submission } from './composer-model.ts'
import type { Unsent } from './unsent-messages.ts'

/** Above what any row of the outbox gets: an echo is the newest there is. */
export const ECHO_SEQ = PENDING_SEQ * 1.5

// A record may be gone before the row is read that confirms its message: until then its files stay.
const known = new Map<string, readonly string[]>()
export const noFiles: readonly string[] = []

/** This device's messages that have not arrived, with the state of each. */
export type OnItsWay = { unsent: ReadonlyMap<string, Unsent>; echoes: readonly Submission[] }

/** Files of a message on its way. */
export function pendingFileIds(messageId: string, { unsent, echoes }: OnItsWay): readonly string[] {
  const held = unsent.get(messageId)?.args ?? echoes.find((echo) => echo.messageId === messageId)
  if (held) known.set(messageId, held.fileIds)
  return known.get(messageId) ?? noFiles
}

/**
 * The thread with what has just been submitted: a disk takes longer than an eye forgives. An echo says 'Saving': every
 * other word promises that the message is kept. Its row takes over under the same id.
 */
export function withOptimisticEchoes(
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
  { messageId, text, fileIds, price, replyTo, at }: Submission,
  place: Pick<Message, 'conversationId' | 'senderId' | 'seq'>,
): Message {
  const sale =
    price === undefined ? {} : { sale: { price, isLocked: false, fileCount: fileIds.length, boughtAt: null } }
  const content = { text, files: [], isDeleted: false, ...sale, ...(replyTo && { replyTo }) }
  return { _id: messageId, ...place, ...content, createdAt: at, updatedAt: at }
}
