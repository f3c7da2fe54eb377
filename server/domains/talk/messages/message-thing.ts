import { LockMode } from '@mikro-orm/postgresql'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { unreadyOf } from '@vesper/sync/vesper/records/file.ts'
import { thing } from '../../../infra/things/thing.ts'
import type { Snapshot } from '../../../infra/things/thing.ts'
import { ConversationMember } from '../conversations/entity.ts'
import { messageAccess } from './access.ts'
import { filesOfMessage } from './attachments.ts'
import { Message } from './entity.ts'
import { hideMessage } from './hide-message.ts'
import { ownersOf } from './owners-of.ts'

/** A reported message is read with so many before it, and so many after it. */
const AROUND = 5

/** Messages, as all that works on things of any kind sees them. */
export const messageThing = thing<Message>({
  kind: 'message',
  words: { missing: 'This message does not exist.' },
  find: ({ em }, id) => em.findOne(Message, { id }),
  access: async ({ em }, onlooker, message) => ({ access: await messageAccess(em, onlooker, message) }),
  owner: ({ senderId }) => senderId,
  // Locked: it is not deleted while it is paid for.
  lock: ({ em }, id) => em.findOne(Message, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),
  price: ({ price }) => (price > 0 ? price : null),
  unready: async ({ em }, message) => unreadyOf(await filesOfMessage(em, message)),
  async ownsAll({ em }, buyerId, message) {
    const fileIds = (await filesOfMessage(em, message)).map((file) => file.id)
    return (await ownersOf(em, { senderId: message.senderId, fileIds, userIds: [buyerId] })).has(buyerId)
  },
  // Each member of the conversation reports, also one to whom the sender is closed by now.
  async snapshot({ em }, { userId }, message) {
    const { conversationId, text, isDeleted, isHidden } = message
    if (isDeleted || isHidden || userId === null) return null
    if ((await em.count(ConversationMember, { conversationId, userId })) === 0) return null
    const files = await filesOfMessage(em, message)
    return { text, fileIds: files.map((file) => file.id), context: await linesAround(em, message) }
  },
  async noticed({ em }, ids) {
    const messages = await em.find(Message, { id: { $in: [...ids] }, isDeleted: false })
    return new Map(
      messages.map(({ id, senderId: ownerId, text: preview, conversationId }) => [
        id,
        // The conversation shows it: its link names the conversation.
        { ownerId, preview, page: { type: 'message', id: conversationId } },
      ]),
    )
  },
  hide: hideMessage,
})

/** The message and those around it, in their order; deleted ones have no words. */
async function linesAround(
  em: SqlEntityManager,
  { id, conversationId, seq }: Message,
): Promise<NonNullable<Snapshot['context']>> {
  return em.execute<NonNullable<Snapshot['context']>>(
    `select coalesce(u.username, u.name) as by, case when m.is_deleted then '' else m.text end as text,
       to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, m.id = ? as "isReported"
     from message m join "user" u on u.id = m.sender_id
     where m.conversation_id = ? and m.seq between ? and ? order by m.seq`,
    [id, conversationId, seq - AROUND, seq + AROUND],
  )
}
