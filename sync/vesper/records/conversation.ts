import { v5 } from 'uuid'
import * as v from 'valibot'

const uuid = v.pipe(v.string(), v.uuid())
const PAIR_NAMESPACE = '5e0ce1a1-6d1f-4b0e-9d5a-3f4d0a3c7b11'

/** The other participant, as much as a list or a header shows. */
export const Participant = v.object({
  _id: uuid,
  name: v.string(),
  username: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  isPerformer: v.boolean(),
})

/** A conversation as one participant sees it. */
export const Conversation = v.object({
  _id: uuid,
  recipient: Participant,
  lastMessage: v.nullable(
    v.object({
      _id: uuid,
      senderId: uuid,
      text: v.string(),
      fileCount: v.number(),
      isDeleted: v.boolean(),
      /** The price of a message in tokens, and whether its text and files are kept from the viewer. */
      sale: v.optional(v.object({ price: v.number(), isLocked: v.boolean() })),
      /** Tokens of the tip that it tells of. */
      tip: v.optional(v.number()),
      createdAt: v.string(),
    }),
  ),
  /** `seq` of the newest message, 0 when there is none. */
  lastSeq: v.number(),
  /** How far the viewer and the recipient have read, as a message's `seq`. */
  readSeq: v.number(),
  recipientReadSeq: v.number(),
  /** How far messages have come onto a device of the recipient. */
  recipientDeliveredSeq: v.optional(v.number(), 0),
  totalNotSeenMessages: v.number(),
  /** The viewer wants no messages of the other that go to many. */
  mutesMany: v.optional(v.literal(true)),
  /** False when the other account is gone: reading only. */
  canSend: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type Participant = v.InferOutput<typeof Participant>
export type Conversation = v.InferOutput<typeof Conversation>

/**
 * The id of the conversation of two users: the same on every device and on the server, so that a conversation opened
 * offline on both sides is one. A UUID v5, not v7, for that reason.
 */
export function conversationIdOf(userA: string, userB: string): string {
  return v5([userA, userB].sort().join(':'), PAIR_NAMESPACE)
}
