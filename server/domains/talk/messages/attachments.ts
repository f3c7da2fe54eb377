import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import type { TakenFiles } from '../../../content/attachments.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { FileHolder } from '../../../infra/files/attachment.ts'
import { libraryPurposes } from '../../../infra/files/uploads/purposes.ts'
import { holdsEntitlement } from '../../people/grants/grant-sql.ts'
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

/** One of the messages that is open to an account; one that staff hide is open to its sender alone. */
const OPEN = `${KEPT} select from message m where m.id = any(?::uuid[]) and not m.is_deleted and case
    when m.is_hidden then m.sender_id = ?::uuid
    else exists (select from conversation_member c where c.conversation_id = m.conversation_id and c.user_id = ?::uuid)
      and (m.price = 0 or m.sender_id = ?::uuid or ${holdsEntitlement('?::uuid', { type: 'message', id: 'm.id' })})
  end limit 1`

/** The members of the conversation see the files of its messages; those at a price, the sender and who has bought them. */
export const messageHolder: FileHolder = {
  type: 'message',
  async viewableOf({ em }, held, { userId }) {
    if (userId === null) return false
    const open = await em.execute<object[]>(OPEN, [
      `{${held.map(({ id }) => id).join()}}`,
      ...Array<string>(4).fill(userId),
    ])
    return open.length > 0
  },
  async hiddenOf(em, ids) {
    const messages = await em.find(Message, { id: { $in: [...ids] }, isHidden: true })
    return messages.map(({ id }) => ({ id, by: id }))
  },
}
