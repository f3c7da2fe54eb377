import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { QUOTE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { filesOf } from '../../../content/attachments.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { heldSince } from '../../people/grants/grant-sql.ts'
import type { ConversationMember } from '../conversations/entity.ts'
import { holdsFilesOf, MANY } from './attachments.ts'

/** A message as SQL or the ORM gives it. Times are PostgreSQL's text or dates. */
export type MessageRow = {
  id: string
  conversationId: string
  seq: number
  senderId: string
  text: string
  price: number
  /** When the recipient has bought it; null for a message without a price. */
  boughtAt?: string | Date | null
  isDeleted: boolean
  isHidden: boolean
  /** The message that it answers; null for none. */
  replyTo?: QuotedRow | null
  editedAt?: string | Date | null | undefined
  tip: number
  broadcastId?: string | null | undefined
  isAutomatic?: boolean | undefined
  senderReaction?: string | null | undefined
  recipientReaction?: string | null | undefined
  createdAt: string | Date
  updatedAt: string | Date
}

/** A message as another one quotes it, before it is looked at with anybody's eyes. */
export type QuotedRow = Pick<MessageRow, 'id' | 'seq' | 'senderId' | 'text' | 'tip' | 'isDeleted' | 'isHidden'> & {
  /** The recipient may read it. */
  isOpen: boolean
  fileCount: number
}

/** A message as the queries below read it: whether it has files comes along, so that most need no second question. */
export type ReadMessage = MessageRow & { hasFiles: boolean }

/** When the message `m` was bought. Two accounts know of it, and one has sent it. */
const BOUGHT_AT = heldSince({ type: 'message', id: 'm.id' })

/** The message `q` as a `QuotedRow`. */
const QUOTE = `json_build_object('id', q.id, 'seq', q.seq, 'senderId', q.sender_id, 'text', left(q.text, ${QUOTE_TEXT_MAX}),
  'tip', q.tip, 'isDeleted', q.is_deleted, 'isHidden', q.is_hidden,
  'isOpen', q.price = 0 or ${heldSince({ type: 'message', id: 'q.id' })} is not null,
  'fileCount', (select count(*) from attachment a where ${holdsFilesOf('q')}))`

const COLUMNS = `m.id, m.conversation_id as "conversationId", m.seq, m.sender_id as "senderId", m.text, m.price,
  case when m.price > 0 then ${BOUGHT_AT} end as "boughtAt",
  m.is_deleted as "isDeleted", m.is_hidden as "isHidden", m.edited_at as "editedAt", m.tip,
  m.broadcast_id as "broadcastId", m.is_automatic as "isAutomatic",
  m.sender_reaction as "senderReaction", m.recipient_reaction as "recipientReaction",
  case when m.reply_to_id is not null then (select ${QUOTE} from message q where q.id = m.reply_to_id) end as "replyTo",
  m.created_at as "createdAt", m.updated_at as "updatedAt",
  not m.is_deleted and exists (select from attachment a where ${holdsFilesOf('m')}) as "hasFiles"`

/** The messages with these ids, each conversation's in order. */
export function messagesById(em: SqlEntityManager, ids: readonly string[]): Promise<ReadMessage[]> {
  if (ids.length === 0) return Promise.resolve([])
  return em.execute(
    `${KEPT} select ${COLUMNS} from message m where m.id = any(?::uuid[]) order by m.conversation_id, m.seq`,
    [`{${ids.join()}}`],
  )
}

/** A message of a conversation as others quote it; null for one that is not there. */
export async function quotedRow(
  em: SqlEntityManager,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<QuotedRow | null> {
  const [row] = await em.execute<{ quote: QuotedRow }[]>(
    `select ${QUOTE} as quote from message q where q.id = ? and q.conversation_id = ?`,
    [id, conversationId],
  )
  return row?.quote ?? null
}

/** The newest `count` messages of each of these conversations, each conversation's in order. */
export function newestMessages(
  em: SqlEntityManager,
  conversationIds: readonly string[],
  count: number,
): Promise<ReadMessage[]> {
  if (conversationIds.length === 0) return Promise.resolve([])
  return em.execute(
    `select ${COLUMNS}
     from unnest(?::uuid[]) as c(id)
     cross join lateral (select * from message where conversation_id = c.id order by seq desc limit ?) as m
     order by m.conversation_id, m.seq`,
    [`{${conversationIds.join()}}`, count],
  )
}

/**
 * A page of a conversation that a member reads, newest first; with `before`, counted from that `seq` down. Null for an account
 * that is no member.
 */
export async function messagePage(
  em: SqlEntityManager,
  { conversationId, userId }: Pick<ConversationMember, 'conversationId' | 'userId'>,
  { offset, limit, before }: { offset: number; limit: number; before?: number | undefined },
): Promise<{ rows: ReadMessage[]; total: number } | null> {
  // `seq` counts without gaps: a page is a range of it, wherever it lies.
  const [range] = await em.execute<{ total: number }[]>(RANGE, [conversationId, userId])
  if (!range) return null
  const { total } = range
  const newest = Math.min(total, (before ?? total + 1) - 1) - offset
  const rows = await em.execute<ReadMessage[]>(PAGE, [conversationId, newest, newest - limit])
  return { rows, total }
}

const RANGE = `${KEPT} select c.last_seq as total from conversation c join conversation_member m on m.conversation_id = c.id
  where c.id = ? and m.user_id = ?`

const PAGE = `${KEPT} select ${COLUMNS} from message m
  where m.conversation_id = ? and m.seq <= ? and m.seq > ? order by m.seq desc`

/** Each of these with its files: most have none, and are not asked for. */
export async function withFiles(
  em: SqlEntityManager,
  messages: readonly ReadMessage[],
): Promise<{ message: MessageRow; files: FileRow[] }[]> {
  const holding = messages.filter(({ hasFiles }) => hasFiles)
  const own = await filesOf(
    em,
    'message',
    holding.flatMap(({ id, broadcastId }) => (broadcastId ? [] : id)),
  )
  const shared = await filesOf(em, MANY, [...new Set(holding.flatMap(({ broadcastId }) => broadcastId ?? []))])
  return messages.map((message) => {
    const held = message.broadcastId ? shared.get(message.broadcastId) : own.get(message.id)
    return { message, files: held?.file ?? [] }
  })
}

/** How many messages of the other a member has after the read position, deleted and hidden ones aside, and tips without words. */
export async function countUnseen(
  em: SqlEntityManager,
  { conversationId, userId, readSeq }: Pick<ConversationMember, 'conversationId' | 'userId' | 'readSeq'>,
): Promise<number> {
  const [counted] = await em.execute<{ unseen: number }[]>(
    `select count(*)::int as unseen from message
     where conversation_id = ? and seq > ? and sender_id <> ? and not is_deleted and not is_hidden
       and not (tip > 0 and text = '')`,
    [conversationId, readSeq, userId],
  )
  return counted?.unseen ?? 0
}

/** Tells if an account has sent this message in a conversation. */
export async function hasSent(em: SqlEntityManager, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const [row] = await em.execute<object[]>('select 1 from message where id = ? and sender_id = ?', [id, userId])
  return row !== undefined
}
