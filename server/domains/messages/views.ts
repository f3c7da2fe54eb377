import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { App } from '../../context.ts'
import type { FileRow } from '../../infra/files/entity.ts'
import { fileView } from '../../infra/files/views.ts'
import type { MessageRow } from './queries.ts'

/** A message for one viewer, who takes part in its conversation: the links to its files work for that viewer only. */
export function messageView(
  app: Pick<App, 'secret' | 'clock'>,
  { message, files }: { message: MessageRow; files: readonly FileRow[] },
  viewerId: string,
): Message {
  return {
    _id: message.id,
    conversationId: message.conversationId,
    seq: message.seq,
    senderId: message.senderId,
    text: message.text,
    files: files.map((file) => fileView(app, file, viewerId)),
    isDeleted: message.isDeleted,
    createdAt: new Date(message.createdAt).toISOString(),
    updatedAt: new Date(message.updatedAt).toISOString(),
  }
}
