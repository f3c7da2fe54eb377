import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { shown, storable, uuid } from '../api/fields.ts'
import type { Conversation } from '../records/conversation.ts'
import {
  hasContent,
  MESSAGE_DELETED_TEXT,
  MESSAGE_FILES_MAX,
  MESSAGE_TEXT_MAX,
  messagePrice,
  NOTHING_TO_SEND,
  PENDING_SEQ,
  quoteOf,
  tombstoneOf,
  withReaction,
} from '../records/message.ts'
import type { Message } from '../records/message.ts'
import { EMOJI_MAX, isSingleEmoji } from '../records/single-emoji.ts'
import { spaceOfConversation } from '../records/spaces.ts'

const messageText = v.pipe(v.string(), shown, v.maxLength(MESSAGE_TEXT_MAX), storable)

export const SendArgs = v.pipe(
  v.object({
    _id: uuid,
    conversationId: uuid,
    text: messageText,
    fileIds: v.pipe(v.array(uuid), v.maxLength(MESSAGE_FILES_MAX)),
    price: v.optional(messagePrice),
    /** The message that it answers. */
    replyToId: v.optional(uuid),
  }),
  v.check((message) => hasContent(message), NOTHING_TO_SEND),
)

const EditArgs = v.object({ _id: uuid, conversationId: uuid, text: messageText })

export const ReactArgs = v.object({
  messageId: v.pipe(uuid, v.toLowerCase()),
  conversationId: v.pipe(uuid, v.toLowerCase()),
  /** Null takes the reaction back. */
  emoji: v.nullable(v.pipe(v.string(), v.maxLength(EMOJI_MAX), v.check(isSingleEmoji, 'React with one emoji.'))),
})

export const DeleteArgs = v.object({ _id: uuid, conversationId: uuid })

/** Append by the sender's id; the order is the server's, and a waiting message sorts last. */
export const sendMessage: Mutation<v.InferOutput<typeof SendArgs>> = {
  name: 'message.send',
  class: 'queue',
  args: SendArgs,
  lane: (args) => spaceOfConversation(args.conversationId),
  files: ({ fileIds }) => fileIds,
  async optimistic(tx, args, { account, order, queuedAt }) {
    const [there, conversation, quoted] = await Promise.all([
      tx.get('messages', args._id),
      tx.get('conversations', args.conversationId) as Promise<Conversation | undefined>,
      args.replyToId === undefined ? undefined : (tx.get('messages', args.replyToId) as Promise<Message | undefined>),
    ])
    if (there) return
    const { price } = args
    const message: Message = {
      _id: args._id,
      conversationId: args.conversationId,
      seq: PENDING_SEQ + order,
      senderId: account,
      text: args.text,
      files: [],
      isDeleted: false,
      ...(price !== undefined && { sale: { price, isLocked: false, fileCount: args.fileIds.length, boughtAt: null } }),
      ...(quoted?.conversationId === args.conversationId && { replyTo: quoteOf(quoted) }),
      createdAt: queuedAt,
      updatedAt: queuedAt,
    }
    await tx.put('messages', message)

    if (!conversation) return
    const lastMessage: Conversation['lastMessage'] = {
      _id: args._id,
      senderId: account,
      text: args.text,
      fileCount: args.fileIds.length,
      isDeleted: false,
      ...(price !== undefined && { sale: { price, isLocked: false } }),
      createdAt: queuedAt,
    }
    await tx.put('conversations', { ...conversation, lastMessage, updatedAt: queuedAt })
  },
}

/**
 * [EDIT-1] The last edit to arrive stands; a tombstone does not become a message again. [EDIT-3] Its message is on the server
 * already, so that it follows no `message.send`; a deletion of the message may overtake it, and wins either way.
 */
export const editMessage: Mutation<v.InferOutput<typeof EditArgs>> = {
  name: 'message.edit',
  class: 'queue',
  args: EditArgs,
  // A message that waits for its photos keeps no edit back: this one has its time.
  lane: ({ _id }) => `message-edit:${_id}`,
  fold: (_previous, next) => next,
  async optimistic(tx, { _id, conversationId, text }, { queuedAt }) {
    const message = (await tx.get('messages', _id)) as Message | undefined
    if (!message || message.isDeleted) return
    if (message.text !== text) await tx.put('messages', { ...message, text, editedAt: queuedAt })

    const conversation = (await tx.get('conversations', conversationId)) as Conversation | undefined
    if (conversation?.lastMessage?._id !== _id || conversation.lastMessage.text === text) return
    await tx.put('conversations', { ...conversation, lastMessage: { ...conversation.lastMessage, text } })
  },
}

/** [REACT-1] An account has one reaction to a message: the last intention wins, in the order in which the server gets them. */
export const reactToMessage: Mutation<v.InferOutput<typeof ReactArgs>> = {
  name: 'message.react',
  class: 'queue',
  args: ReactArgs,
  // A message that waits for its photos keeps no reaction back.
  lane: ({ messageId }) => `message-reaction:${messageId}`,
  fold: (_previous, next) => next,
  async optimistic(tx, { messageId, emoji }, { account }) {
    const message = (await tx.get('messages', messageId)) as Message | undefined
    if (message && !message.isDeleted) await tx.put('messages', withReaction(message, account, emoji))
  },
}

/** A delete is a tombstone and wins. */
export const deleteMessage: Mutation<v.InferOutput<typeof DeleteArgs>> = {
  name: 'message.delete',
  class: 'queue',
  args: DeleteArgs,
  lane: (args) => spaceOfConversation(args.conversationId),
  async optimistic(tx, args) {
    const message = (await tx.get('messages', args._id)) as Message | undefined
    if (message) await tx.put('messages', tombstoneOf(message))

    const conversation = (await tx.get('conversations', args.conversationId)) as Conversation | undefined
    if (conversation?.lastMessage?._id !== args._id) return
    const lastMessage = { ...conversation.lastMessage, text: MESSAGE_DELETED_TEXT, fileCount: 0, isDeleted: true }
    await tx.put('conversations', { ...conversation, lastMessage })
  },
}
