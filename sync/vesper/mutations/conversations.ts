import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import { conversationIdOf, Participant } from '../records/conversation.ts'
import type { Conversation } from '../records/conversation.ts'
import { spaceOfConversation } from '../records/spaces.ts'

/** `recipient` is what the device shows until the server has answered; the server takes the id alone. */
export const OpenArgs = v.object({ conversationId: uuid, recipient: Participant })

export const MuteManyArgs = v.object({ conversationId: v.pipe(uuid, v.toLowerCase()), isMuted: v.boolean() })

export const ReadAllArgs = v.object({ conversationId: uuid, seq: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/** The id follows from the two users, so that opening twice, anywhere, is one conversation. */
export const openConversation: Mutation<v.InferOutput<typeof OpenArgs>> = {
  name: 'conversation.open',
  class: 'queue',
  args: OpenArgs,
  lane: (args) => spaceOfConversation(args.conversationId),
  async optimistic(tx, { conversationId, recipient }, { account, queuedAt }) {
    if (conversationId !== conversationIdOf(account, recipient._id)) return
    if (await tx.get('conversations', conversationId)) return
    const conversation: Conversation = {
      _id: conversationId,
      recipient,
      lastMessage: null,
      lastSeq: 0,
      readSeq: 0,
      recipientReadSeq: 0,
      recipientDeliveredSeq: 0,
      totalNotSeenMessages: 0,
      canSend: true,
      createdAt: queuedAt,
      updatedAt: queuedAt,
    }
    await tx.put('conversations', conversation)
  },
}

/** The last intention wins, in the order in which the server gets them. */
export const muteMany: Mutation<v.InferOutput<typeof MuteManyArgs>> = {
  name: 'conversation.mute-many',
  class: 'queue',
  args: MuteManyArgs,
  lane: ({ conversationId }) => `conversation-mute:${conversationId}`,
  fold: (_previous, next) => next,
  async optimistic(tx, { conversationId, isMuted }) {
    const conversation = (await tx.get('conversations', conversationId)) as Conversation | undefined
    if (!conversation) return
    const { mutesMany: _before, ...others } = conversation
    await tx.put('conversations', isMuted ? { ...others, mutesMany: true } : others)
  },
}

/** The furthest read position wins. */
export const readAll: Mutation<v.InferOutput<typeof ReadAllArgs>> = {
  name: 'conversation.read-all',
  class: 'queue',
  args: ReadAllArgs,
  lane: (args) => spaceOfConversation(args.conversationId),
  async optimistic(tx, { conversationId, seq }) {
    const conversation = (await tx.get('conversations', conversationId)) as Conversation | undefined
    if (!conversation || seq <= conversation.readSeq) return
    const totalNotSeenMessages = seq >= conversation.lastSeq ? 0 : conversation.totalNotSeenMessages
    await tx.put('conversations', { ...conversation, readSeq: seq, totalNotSeenMessages })
  },
}
