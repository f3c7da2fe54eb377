import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import type { TakenFiles } from '../../../content/attachments.ts'
import type { FileHolder } from '../../../infra/files/attachment.ts'
import { libraryPurposes } from '../../../infra/files/uploads/purposes.ts'
import { isParticipant } from '../conversations/queries.ts'
import { isOpenTo } from './access.ts'
import { Message } from './entity.ts'

/** The photos, videos and sounds of a message. */
export const messageFiles: TakenFiles = {
  type: 'message',
  fromLibrary: libraryPurposes,
  max: MESSAGE_FILES_MAX,
  kinds: ['photo', 'video', 'audio'],
  unready: ['video', 'audio'],
  field: (index) => `fileIds.${index}`,
  texts: {
    missing: 'A photo or video of this message is not here. Add it again.',
    taken: 'A photo or video of this message was sent already. Add it again.',
    failed: 'A photo or video of this message could not be read. Remove it or add another.',
    processing: 'A photo of this message is not ready yet. Try again in a moment.',
  },
}

/** The members of the conversation see the files of its messages; those at a price, the sender and who has bought them. */
export const messageHolder: FileHolder = {
  type: 'message',
  async mayView({ em }, id, { userId }) {
    if (userId === null) return false
    const message = await em.findOne(Message, { id, isDeleted: false })
    if (message?.isHidden) return message.senderId === userId
    return (
      message !== null && (await isParticipant(em, message.conversationId, userId)) && isOpenTo(em, message, userId)
    )
  },
  async hiddenOf(em, ids) {
    const messages = await em.find(Message, { id: { $in: [...ids] }, isHidden: true })
    return messages.map(({ id }) => id)
  },
}
