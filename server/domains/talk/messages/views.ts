import { countFiles, unreadyOf } from '@vesper/sync/vesper/records/file.ts'
import { MESSAGE_DELETED_TEXT } from '@vesper/sync/vesper/records/message.ts'
import type { Message, MessageReactions, MessageSale, Quote } from '@vesper/sync/vesper/records/message.ts'
import type { App } from '../../../app.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { fileView } from '../../../infra/files/views.ts'
import type { MessageRow, QuotedRow } from './queries.ts'

/** A message for one viewer, who takes part in its conversation: the links to its files work for that viewer only. */
export function messageView(
  app: Pick<App, 'secret' | 'clock'>,
  {
    message,
    files,
    replyTo = message.replyTo ?? null,
  }: { message: MessageRow; files: readonly FileRow[]; replyTo?: QuotedRow | null },
  viewerId: string,
): Message {
  const isHidden = message.isHidden && !message.isDeleted
  if (isHidden && message.senderId !== viewerId) {
    const deleted = { ...message, text: MESSAGE_DELETED_TEXT, isDeleted: true, isHidden: false }
    return messageView(app, { message: deleted, files: [] }, viewerId)
  }
  const reactions = reactionsOf(message)
  const sale = saleOf(message, { viewerId, files })
  const shown = sale?.isLocked ? { text: '', files: [] } : { text: message.text, files }
  return {
    _id: message.id,
    conversationId: message.conversationId,
    seq: message.seq,
    senderId: message.senderId,
    text: shown.text,
    files: shown.files.map((file) => fileView(app, file, viewerId)),
    isDeleted: message.isDeleted,
    ...(isHidden && { isHidden }),
    ...(sale && { sale }),
    ...(replyTo && !message.isDeleted && { replyTo: quoteView(replyTo, viewerId) }),
    ...(message.editedAt && !message.isDeleted && { editedAt: new Date(message.editedAt).toISOString() }),
    ...(message.tip > 0 && !message.isDeleted && { tip: message.tip }),
    ...(message.broadcastId && { origin: message.isAutomatic ? 'automatic' : 'many' }),
    ...(reactions && { reactions }),
    createdAt: new Date(message.createdAt).toISOString(),
    updatedAt: new Date(message.updatedAt).toISOString(),
  }
}

function reactionsOf({ senderReaction, recipientReaction, isDeleted }: MessageRow): MessageReactions | null {
  if (isDeleted || !(senderReaction || recipientReaction)) return null
  return {
    ...(senderReaction && { sender: senderReaction }),
    ...(recipientReaction && { recipient: recipientReaction }),
  }
}

/** A quote says no more than the message itself does to the same viewer. */
function quoteView({ id: _id, seq, senderId, fileCount, ...quoted }: QuotedRow, viewerId: string): Quote {
  const isOwn = senderId === viewerId
  if (quoted.isDeleted || (quoted.isHidden && !isOwn)) {
    return { _id, seq, senderId, state: 'deleted', text: '', fileCount: 0 }
  }
  if (!isOwn && !quoted.isOpen) return { _id, seq, senderId, state: 'locked', text: '', fileCount }
  const { text, tip } = quoted
  return { _id, seq, senderId, state: 'shown', text, fileCount, ...(tip > 0 && { tip }) }
}

/** The sale of a message as one of the two sees it: locked for the recipient until it is bought. A deleted one has none. */
function saleOf(
  { senderId, price, boughtAt = null, isDeleted }: MessageRow,
  { viewerId, files }: { viewerId: string; files: readonly FileRow[] },
): MessageSale | null {
  if (price === 0 || isDeleted) return null
  const isLocked = senderId !== viewerId && boughtAt === null
  const unready = isLocked ? unreadyOf(files) : null
  return {
    ...{ price, isLocked, ...(unready && { unready }), fileCount: files.length },
    ...(isLocked && { fileCounts: countFiles(files) }),
    boughtAt: boughtAt === null ? null : new Date(boughtAt).toISOString(),
  }
}
