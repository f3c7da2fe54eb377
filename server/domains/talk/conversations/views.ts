import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { avatarUrl } from '../../../infra/files/views.ts'
import { canSendTo } from './policy.ts'
import type { ConversationRow } from './queries.ts'

/** A conversation for the member that the row was read for. */
export function conversationView(row: ConversationRow): Conversation {
  return {
    _id: row.id,
    recipient: {
      _id: row.recipientId,
      name: row.recipientName,
      username: row.recipientUsername,
      avatar: avatarUrl(row.recipientAvatar),
      isPerformer: row.recipientIsPerformer,
    },
    lastMessage: lastMessageView(row),
    lastSeq: row.lastSeq,
    readSeq: row.readSeq,
    recipientReadSeq: row.recipientReadSeq,
    recipientDeliveredSeq: row.recipientDeliveredSeq,
    totalNotSeenMessages: row.unseen,
    ...(row.mutesMany && { mutesMany: true as const }),
    canSend: canSendTo({ isOpen: row.recipientIsOpen }),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

function lastMessageView(row: ConversationRow): Conversation['lastMessage'] {
  if (row.messageId === null) return null
  const { messagePrice: price, messageIsDeleted: isDeleted } = row
  const isLocked = row.messageIsLocked && !isDeleted
  return {
    _id: row.messageId,
    senderId: row.messageSenderId,
    text: isLocked ? '' : row.messageText,
    fileCount: row.messageFileCount,
    isDeleted,
    ...(price > 0 && !isDeleted && { sale: { price, isLocked } }),
    ...(row.messageTip > 0 && !isDeleted && { tip: row.messageTip }),
    createdAt: new Date(row.messageCreatedAt).toISOString(),
  }
}
