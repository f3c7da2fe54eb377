import * as v from 'valibot'
import { FileCounts, FileRecord, Unready } from './file.ts'
import { isVisible } from './visible-text.ts'

export const MESSAGE_TEXT_MAX = 2000
export const MESSAGE_FILES_MAX = 10
/** Tokens that a message can cost. */
export const MESSAGE_PRICE_MAX = 10_000
/** Tokens that a message costs. */
export const messagePrice = v.pipe(
  v.number('Whole tokens only.'),
  v.integer('Whole tokens only.'),
  v.minValue(1, 'A price is at least 1 token.'),
  v.maxValue(MESSAGE_PRICE_MAX, 'A message costs at most 10,000 tokens.'),
)

/** Stands in place of the text of a deleted private message. */
export const MESSAGE_DELETED_TEXT = 'Message deleted!'
/** For so long after it was sent can the words of a message be changed (ms), by the clock of the server. */
export const MESSAGE_EDIT_MS = 15 * 60_000
/** So much of a message is quoted by what answers it (characters). */
export const QUOTE_TEXT_MAX = 120

/** The price of a message for its recipient, who sees neither its text nor its files while it is locked. */
export const MessageSale = v.object({
  /** Tokens. */
  price: v.number(),
  isLocked: v.boolean(),
  /** Its files cannot be seen yet: it is not for sale until they can. Told while it is locked. */
  unready: v.optional(Unready),
  fileCount: v.number(),
  /** Told while it is locked. */
  fileCounts: v.optional(FileCounts),
  /** When the recipient has bought it. */
  boughtAt: v.nullable(v.string()),
})

/** A message as the one that answers it quotes it: without its words where it is deleted, or locked for the reader. */
export const Quote = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  seq: v.number(),
  senderId: v.pipe(v.string(), v.uuid()),
  state: v.picklist(['shown', 'locked', 'deleted']),
  /** The beginning of its words. */
  text: v.string(),
  fileCount: v.number(),
  tip: v.optional(v.number()),
})

/** An emoji of each of the two, at most: of the one who has sent the message, and of the one who has received it. */
export const MessageReactions = v.object({ sender: v.optional(v.string()), recipient: v.optional(v.string()) })

/**
 * A private message. `seq` counts the messages of its conversation from 1 without gaps and orders them; the server gives
 * it. A message that the server has not seen yet holds a `seq` from PENDING_SEQ up, so that it sorts last.
 */
export const Message = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  conversationId: v.pipe(v.string(), v.uuid()),
  seq: v.number(),
  senderId: v.pipe(v.string(), v.uuid()),
  text: v.string(),
  files: v.array(FileRecord),
  isDeleted: v.boolean(),
  /** Staff hide it from the recipient, who has it as deleted. */
  isHidden: v.optional(v.literal(true)),
  /** Present where the message has a price. */
  sale: v.optional(MessageSale),
  /** The message that it answers. A deleted message has none. */
  replyTo: v.optional(Quote),
  /** When its words were last changed. */
  editedAt: v.optional(v.string()),
  /** Tokens of the tip that it tells of, with its words: nobody edits or deletes it. */
  tip: v.optional(v.number()),
  /** It went to many at once, or by itself as a welcome does. */
  origin: v.optional(v.picklist(['many', 'automatic'])),
  /** Absent where nobody reacts. */
  reactions: v.optional(MessageReactions),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type MessageSale = v.InferOutput<typeof MessageSale>
export type Quote = v.InferOutput<typeof Quote>
export type MessageReactions = v.InferOutput<typeof MessageReactions>
export type Message = v.InferOutput<typeof Message>

/** A message says something or shows something; else it is refused with `NOTHING_TO_SEND`. */
export function hasContent({ text, fileIds }: { text: string; fileIds: readonly string[] }): boolean {
  return isVisible(text) || fileIds.length > 0
}

export const NOTHING_TO_SEND = 'Write something or add a photo.'

/** The refusal to sell files all of which the recipient has already. */
export const OWNED_ALREADY = 'They have all of these files already. Add something new, or send them without a price.'

export const PENDING_SEQ = 2 ** 52

/** True when the server has confirmed this message. */
export function isConfirmed(message: Pick<Message, 'seq'>): boolean {
  return message.seq < PENDING_SEQ
}

/** The beginning of words, as a quote shows them: cut between characters, never within one of two units. */
export function quotedText(text: string): string {
  return Array.from(text.slice(0, 2 * QUOTE_TEXT_MAX))
    .slice(0, QUOTE_TEXT_MAX)
    .join('')
}

/** The quote of a message that this device holds. */
export function quoteOf({ _id, seq, senderId, isDeleted, sale, text, files, tip }: Message): Quote {
  if (isDeleted) return { _id, seq, senderId, state: 'deleted', text: '', fileCount: 0 }
  if (sale?.isLocked) return { _id, seq, senderId, state: 'locked', text: '', fileCount: sale.fileCount }
  return { _id, seq, senderId, state: 'shown', text: quotedText(text), fileCount: files.length, ...(tip && { tip }) }
}

/** The message with another reaction of one of its two people; null for none. */
export function withReaction({ reactions, ...message }: Message, userId: string, emoji: string | null): Message {
  const side = userId === message.senderId ? 'sender' : 'recipient'
  const { [side]: _before, ...others } = { ...reactions }
  const now = emoji === null ? others : { ...others, [side]: emoji }
  return Object.keys(now).length === 0 ? message : { ...message, reactions: now }
}

/** The tombstone of a deleted message. */
export function tombstoneOf({
  replyTo: _quote,
  editedAt: _edited,
  reactions: _reactions,
  ...message
}: Message): Message {
  return { ...message, text: MESSAGE_DELETED_TEXT, files: [], isDeleted: true }
}
