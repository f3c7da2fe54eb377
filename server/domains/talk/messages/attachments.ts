import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import { filesOf } from '../../../content/attachments.ts'
import type { TakenFiles } from '../../../content/attachments.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { FileHolder } from '../../../infra/files/attachment.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
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

/** The type of the holder whose files all messages of one message to many share. */
export const MANY = 'broadcast'

/**
 * SQL: the attachment `a` is one of the message `alias`. A type of its own keeps the files of a message apart from those of a
 * message to many that somebody gives the same id.
 */
export function holdsFilesOf(alias: string): string {
  return `(a.holder_id = coalesce(${alias}.broadcast_id, ${alias}.id)
    and a.holder_type = case when ${alias}.broadcast_id is null then 'message' else '${MANY}' end)`
}

/** The files of a message, in order. */
export async function filesOfMessage(
  em: SqlEntityManager,
  { id, broadcastId }: Pick<Message, 'id'> & { broadcastId?: string | null | undefined },
): Promise<FileRow[]> {
  const [type, holderId] = broadcastId ? [MANY, broadcastId] : ['message', id]
  return (await filesOf(em, type, [holderId])).get(holderId)?.file ?? []
}

/** One of the messages that is open to an account; one that staff hide is open to its sender alone. */
const OPEN = `${KEPT} select from message m where m.id = any(?::uuid[]) and not m.is_deleted and case
    when m.is_hidden then m.sender_id = ?::uuid
    else exists (select from conversation_member c where c.conversation_id = m.conversation_id and c.user_id = ?::uuid)
      and (m.price = 0 or m.sender_id = ?::uuid or ${holdsEntitlement('?::uuid', { type: 'message', id: 'm.id' })})
  end limit 1`

/**
 * The same for the messages of these messages to many: found by the conversations of the account, which are fewer. Their
 * author sees the files before they go out, too.
 */
const OPEN_OF_MANY = `${KEPT} select from conversation_member c
  join message m on m.conversation_id = c.conversation_id and m.broadcast_id = any(?::uuid[])
  where c.user_id = ?::uuid and not m.is_deleted and not m.is_hidden and m.sender_id <> c.user_id
    and (m.price = 0 or ${holdsEntitlement('c.user_id', { type: 'message', id: 'm.id' })})
  union all select from broadcast b where b.id = any(?::uuid[]) and b.performer_id = ?::uuid
  limit 1`

/** The members of the conversation see the files of its messages; those at a price, the sender and who has bought them. */
export const messageHolder: FileHolder = {
  type: 'message',
  isPersonal: true,
  async viewableOf({ em }, held, { userId }) {
    if (userId === null) return false
    const ids = `{${held.map(({ id }) => id).join()}}`
    return (await em.execute<object[]>(OPEN, [ids, ...Array<string>(4).fill(userId)])).length > 0
  },
  async hiddenOf(em, ids) {
    const messages = await em.find(Message, { id: { $in: [...ids] }, isHidden: true })
    return messages.map(({ id }) => ({ id, by: id }))
  },
}

/** The members of the conversations that a message to many went to see its files, as those of any other message. */
export const manyHolder: FileHolder = {
  type: MANY,
  isPersonal: true,
  async viewableOf({ em }, held, { userId }) {
    if (userId === null) return false
    const ids = `{${held.map(({ id }) => id).join()}}`
    return (await em.execute<object[]>(OPEN_OF_MANY, [ids, userId, ids, userId])).length > 0
  },
  async hiddenOf(em, ids) {
    const messages = await em.find(Message, { broadcastId: { $in: [...ids] }, isHidden: true })
    return messages.map(({ id, broadcastId }) => ({ id: broadcastId ?? id, by: id }))
  },
}
