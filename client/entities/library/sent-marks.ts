import { SentFiles } from '@vesper/sync/vesper/api/files.ts'
import type { SentFile } from '@vesper/sync/vesper/api/files.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { keptAnswer } from '../../core/api/use-cached-query.ts'
import { signedInUser } from '../../core/session/session.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

export type SentMark = Pick<SentFile, 'state' | 'price'>

type SentMessage = Pick<Message, 'senderId' | 'files' | 'sale' | 'isDeleted' | 'seq'>

export function sentFilesPath(conversationId: string): string {
  return `/conversations/${conversationId}/sent-files`
}

/**
 * How each file was sent in a conversation: by what the server has told, and by the messages that this device holds, which
 * may be newer. The best state for the recipient counts.
 */
export function sentMarks(
  told: readonly SentFile[],
  { messages, senderId }: { messages: readonly SentMessage[]; senderId: string },
): Map<string, SentMark> {
  const marks = new Map<string, SentMark>(told.map(({ fileId, state, price }) => [fileId, { state, price }]))
  for (const { files, sale, isDeleted, ...message } of messages.toSorted((a, b) => a.seq - b.seq)) {
    if (message.senderId !== senderId || isDeleted) continue
    const state = !sale ? 'free' : sale.boughtAt === null ? 'offered' : 'bought'
    for (const { _id } of files) {
      const isOwned = marks.has(_id) && marks.get(_id)?.state !== 'offered'
      if (state !== 'offered' || !isOwned) marks.set(_id, { state, price: sale?.price ?? 0 })
    }
  }
  return marks
}

/** The messages of a conversation that this device holds. */
export function messagesOf(sync: Sync, conversationId: string): Promise<Message[]> {
  const [first, last] = [
    [conversationId, 0],
    [conversationId, Infinity],
  ]
  return sync.db.messages.where('[conversationId+seq]').between(first, last).toArray()
}

/** Tells if this device knows that the recipient has all of these files already. */
export async function hasAll(sync: Sync, conversationId: string, fileIds: readonly string[]): Promise<boolean> {
  const senderId = signedInUser()?._id
  if (fileIds.length === 0 || senderId === undefined) return false
  const told = keptAnswer(senderId, { path: sentFilesPath(conversationId), query: {} }, SentFiles)
  const marks = sentMarks(told?.data ?? [], { messages: await messagesOf(sync, conversationId), senderId })
  return fileIds.every((id) => marks.has(id) && marks.get(id)?.state !== 'offered')
}
