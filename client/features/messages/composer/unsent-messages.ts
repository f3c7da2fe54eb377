import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { SendArgs } from '@vesper/sync/vesper/mutations/messages.ts'
import { isConfirmed, PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import type { Message, MessageSale } from '@vesper/sync/vesper/records/message.ts'
import * as v from 'valibot'

/** A message that is in the outbox, with the record that holds it. */
export type Unsent = { record: OutboxRecord; args: v.InferOutput<typeof SendArgs> }

/** The outbox's messages by message id. Records of other mutations are left out. */
export function unsentMessages(records: OutboxRecord[]): Map<string, Unsent> {
  const found = new Map<string, Unsent>()
  for (const record of records) {
    if (record.name !== 'message.send') continue
    const args = v.safeParse(SendArgs, record.args)
    if (args.success) found.set(args.output._id, { record, args: args.output })
  }
  return found
}

/**
 * The thread as its author left it: with what was refused in its place, which has no row any more and must not vanish
 * from before their eyes, and without what they took back, whose row stands until the server has answered.
 */
export function withUnsent(messages: Message[], unsent: ReadonlyMap<string, Unsent>): Message[] {
  return withRefused(withoutTakenBack(messages, unsent), unsent)
}

function withoutTakenBack(messages: Message[], unsent: ReadonlyMap<string, Unsent>): Message[] {
  const takenBack = new Set([...unsent].flatMap(([id, { record }]) => (record.state === 'cancelling' ? [id] : [])))
  if (takenBack.size === 0) return messages
  return messages.filter((message) => isConfirmed(message) || !takenBack.has(message._id))
}

function withRefused(messages: Message[], unsent: ReadonlyMap<string, Unsent>): Message[] {
  const refused = [...unsent.values()].filter(({ record }) => record.state === 'rejected')
  if (refused.length === 0) return messages
  const held = new Set(messages.map((message) => message._id))
  const missing = refused.filter(({ args }) => !held.has(args._id)).map(asMessage)
  return missing.length === 0 ? messages : [...messages, ...missing].sort((a, b) => a.seq - b.seq)
}

function asMessage({ record, args }: Unsent): Message {
  return {
    _id: args._id,
    conversationId: args.conversationId,
    seq: PENDING_SEQ + record.order,
    senderId: record.owner,
    text: args.text,
    files: [],
    isDeleted: false,
    ...(args.price !== undefined && { sale: saleOf(args.price, args.fileIds.length) }),
    createdAt: record.queuedAt,
    updatedAt: record.queuedAt,
  }
}

function saleOf(price: number, fileCount: number): MessageSale {
  return { price, isLocked: false, fileCount, boughtAt: null }
}
