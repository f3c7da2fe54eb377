import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FileSend, SentFile } from '@vesper/sync/vesper/api/files.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { heldSince } from '../../people/grants/grant-sql.ts'
import { holdsFilesOf, MANY } from './attachments.ts'

const SENT_MAX = 5_000
const SENDS_MAX = 100

/** The state of a message `m`, and whether it says that the recipient has its files. */
const STATE = `case when m.price = 0 then 'free' when ${heldSince({ type: 'message', id: 'm.id' })} is not null then 'bought' else 'offered' end`

/**
 * The files of a creator that were sent in a conversation, with the others of the same bytes. A file that was sent several
 * times has the state that is best for the other, and of those the latest price.
 */
export function sentFilesOf(
  em: SqlEntityManager,
  { conversationId, senderId }: { conversationId: string; senderId: string },
): Promise<SentFile[]> {
  return em.execute(
    `with sent as (
       select s.id, s.hash, m.price, m.seq, ${STATE} as state
       from message m join attachment a on ${holdsFilesOf('m')}
       join file s on s.id = a.file_id
       where m.conversation_id = ? and m.sender_id = ? and not m.is_deleted order by m.seq desc limit ${SENT_MAX}
     ), marked as (
       select id as file_id, price, seq, state from sent
       union all
       select f.id, sent.price, sent.seq, sent.state from sent
       join file f on f.owner_id = ? and f.hash = sent.hash and f.id <> sent.id
     )
     select distinct on (file_id) file_id as "fileId", state, price from marked
     order by file_id, state = 'offered', seq desc`,
    [conversationId, senderId, senderId],
  )
}

/** The messages of an account that have a file, or the same bytes, and their recipients; the latest first. Null when the file is another's. */
export async function sendsOf(
  em: SqlEntityManager,
  { fileId, ownerId }: { fileId: string; ownerId: string },
): Promise<FileSend[] | null> {
  const [own] = await em.execute<object[]>('select 1 from file where id = ? and owner_id = ?', [fileId, ownerId])
  if (!own) return null
  type Row = Omit<FileSend, 'recipient' | 'createdAt'> & {
    recipientId: string
    name: string
    username: string | null
    createdAt: string | Date
  }
  const rows = await em.execute<Row[]>(
    `select m.id as "_id", m.conversation_id as "conversationId", u.id as "recipientId", u.name, u.username, m.price,
       ${STATE} as state, m.created_at as "createdAt"
     from file f join file s on s.owner_id = f.owner_id and (s.id = f.id or s.hash = f.hash)
     join attachment a on a.file_id = s.id and a.holder_type in ('message', '${MANY}')
     join message m on (m.id = a.holder_id or m.broadcast_id = a.holder_id) and ${holdsFilesOf('m')} and m.sender_id = f.owner_id and not m.is_deleted
     join conversation_member c on c.conversation_id = m.conversation_id and c.user_id <> m.sender_id
     ${joinAccount('u', 'c.user_id')}
     where f.id = ? order by m.created_at desc limit ${SENDS_MAX}`,
    [fileId],
  )
  return rows.map(({ recipientId, name, username, createdAt, ...send }) => ({
    ...send,
    recipient: { _id: recipientId, name, username },
    createdAt: new Date(createdAt).toISOString(),
  }))
}
