import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ConversationQuery } from '@vesper/sync/vesper/api/conversations.ts'
import { MESSAGE_DELETED_TEXT } from '@vesper/sync/vesper/records/message.ts'
import type * as v from 'valibot'
import { blocksBetween } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { holdsEntitlement } from '../../people/grants/grant-sql.ts'

/** A conversation as its SQL gives it, for one of its two members. Times are PostgreSQL's text. */
export type ConversationRow = {
  id: string
  lastSeq: number
  createdAt: string
  updatedAt: string
  readSeq: number
  unseen: number
  mutesMany: boolean
  recipientReadSeq: number
  recipientDeliveredSeq: number
  recipientId: string
  recipientName: string
  recipientUsername: string | null
  recipientAvatar: string | null
  recipientIsPerformer: boolean
  recipientIsOpen: boolean
  messageId: string | null
  messageSenderId: string
  messageText: string
  messageIsDeleted: boolean
  messagePrice: number
  /** Its text is kept from the viewer. */
  messageIsLocked: boolean
  messageTip: number
  messageCreatedAt: string
  messageFileCount: number
}

/** Staff hide the last message from its recipient, who has it as deleted. */
const HIDDEN = '(m.is_hidden and m.sender_id <> mine.user_id)'

const LAST = { type: 'message', id: 'm.id' }

const COLUMNS = `c.id, c.last_seq as "lastSeq", c.created_at as "createdAt", c.updated_at as "updatedAt",
  mine.read_seq as "readSeq", mine.unseen, mine.mutes_many as "mutesMany", theirs.read_seq as "recipientReadSeq",
  least(c.last_seq, greatest(theirs.read_seq, theirs.delivered_seq)) as "recipientDeliveredSeq",
  u.id as "recipientId", u.name as "recipientName", u.username as "recipientUsername",
  u.avatar_file_id as "recipientAvatar", u.is_performer as "recipientIsPerformer", 
  (${openToOthers('u')} and not ${blocksBetween('mine.user_id', 'u.id')}) as "recipientIsOpen",
  m.id as "messageId", m.sender_id as "messageSenderId", 
  case when ${HIDDEN} then '${MESSAGE_DELETED_TEXT}' else m.text end as "messageText",
  m.price as "messagePrice", m.price > 0 and m.sender_id <> mine.user_id and not ${holdsEntitlement('mine.user_id', LAST)} as "messageIsLocked",
  (m.is_deleted or ${HIDDEN}) as "messageIsDeleted", m.tip as "messageTip", m.created_at as "messageCreatedAt",
  (select count(*)::int from attachment a where a.holder_id = coalesce(m.broadcast_id, m.id)
    and a.holder_type = case when m.broadcast_id is null then 'message' else 'broadcast' end
    and not (m.is_deleted or ${HIDDEN})) as "messageFileCount"`

const FROM = `conversation_member mine
  join conversation c on c.id = mine.conversation_id
  join conversation_member theirs on theirs.conversation_id = c.id and theirs.user_id <> mine.user_id
  ${joinAccount('u', 'theirs.user_id')}
  left join message m on m.id = c.last_message_id`

/** The conversations among `ids` that `viewerId` takes part in, in no order. */
export function conversationRows(
  em: SqlEntityManager,
  viewerId: string,
  ids: readonly string[],
): Promise<ConversationRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return em.execute(
    `${KEPT} select ${COLUMNS} from ${FROM} where mine.user_id = ? and mine.conversation_id = any(?::uuid[])`,
    [viewerId, `{${ids.join()}}`],
  )
}

/** One page of the viewer's conversations, those with `q` in the other's name or username when it is given. */
export function conversationPage(
  em: SqlEntityManager,
  viewerId: string,
  { q, ...query }: v.InferOutput<typeof ConversationQuery>,
): Promise<{ rows: ConversationRow[]; total: number }> {
  const list = {
    select: COLUMNS,
    from: FROM,
    // The total of all counts the account's own rows: each stands for a conversation with somebody.
    counted: q === '' ? 'conversation_member mine' : FROM,
    where: q === '' ? 'mine.user_id = ?' : 'mine.user_id = ? and (u.name ilike ? or u.username ilike ?)',
    params: q === '' ? [viewerId] : [viewerId, containing(q), containing(q)],
    sortable: { updatedAt: 'mine.moved_at', createdAt: 'mine.created_at' },
    tieBreak: 'mine.conversation_id',
  }
  return sqlPage(em, list, query)
}

/** True when `userId` takes part in the conversation. */
export async function isParticipant(em: SqlEntityManager, conversationId: string, userId: string): Promise<boolean> {
  const found = await em.execute<unknown[]>(
    'select 1 from conversation_member where conversation_id = ? and user_id = ?',
    [conversationId, userId],
  )
  return found.length > 0
}

/** Messages that `userId` has not seen, over all conversations. */
export async function totalUnseen(em: SqlEntityManager, userId: string): Promise<number> {
  const [sum] = await em.execute<{ total: number }[]>(
    'select coalesce(sum(unseen), 0)::int as total from conversation_member where user_id = ?',
    [userId],
  )
  return sum?.total ?? 0
}
