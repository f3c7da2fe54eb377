import * as v from 'valibot'
import { collection } from '../../engine/model.ts'
import type { Model } from '../../engine/model.ts'
import type { Mutation } from '../../engine/mutation.ts'
import type { Message } from '../message.ts'

export const SendArgs = v.object({
  _id: v.string(),
  conversationId: v.string(),
  seq: v.number(),
  senderId: v.string(),
  text: v.string(),
  isDeleted: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export const EditArgs = v.object({ _id: v.string(), conversationId: v.string(), text: v.string() })

const send: Mutation<v.InferOutput<typeof SendArgs>> = {
  name: 'message.send',
  class: 'queue',
  args: SendArgs,
  lane: spaceOf,
  optimistic: (tx, message) => tx.put('messages', message),
}

const edit: Mutation<v.InferOutput<typeof EditArgs>> = {
  name: 'message.edit',
  class: 'queue',
  args: EditArgs,
  lane: spaceOf,
  async optimistic(tx, { _id, text }) {
    const message = await tx.get('messages', _id)
    if (message) await tx.put('messages', { ...message, _id, text })
  },
}

/** The data of the benchmark: messages, in a space for each conversation. */
export const benchModel = {
  product: 'bench',
  schema: 1,
  storage: 1,
  collections: { messages: collection<Message>({ indexes: ['[conversationId+seq]'], space: spaceOf }) },
  mutations: { 'message.send': send, 'message.edit': edit },
  files: () => [],
} satisfies Model

export function spaceOf({ conversationId }: { conversationId: string }): string {
  return `c:${conversationId}`
}
