import * as v from 'valibot'
import { FileCounts, FileRecord, Unready } from './file.ts'
import { isVisible } from './visible-text.ts'

export const MESSAGE_TEXT_MAX = 2000
export const MESSAGE_FILES_MAX = 10
/** Tokens that a message can cost. */
export const MESSAGE_PRICE_MAX = 10_000
/** Stands in place of the text of a deleted private message. */
export const MESSAGE_DELETED_TEXT = 'Message deleted!'

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
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type MessageSale = v.InferOutput<typeof MessageSale>
export type Message = v.InferOutput<typeof Message>

/** A message says something or shows something; else it is refused with `NOTHING_TO_SEND`. */
export function hasContent({ text, fileIds }: { text: string; fileIds: readonly string[] }): boolean {
  return isVisible(text) || fileIds.length > 0
}

export const NOTHING_TO_SEND = 'Write something or add a photo.'

export const PENDING_SEQ = 2 ** 52

/** True when the server has confirmed this message. */
export function isConfirmed(message: Pick<Message, 'seq'>): boolean {
  return message.seq < PENDING_SEQ
}
