import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ChatStanding } from '@vesper/sync/vesper/api/live-streams.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { StreamMessage } from './entity.ts'

/** A line with its sender and its photo. `createdAt` is in milliseconds since 1970. */
export type LineRow = Pick<StreamMessage, 'id' | 'streamId' | 'senderId' | 'kind' | 'text' | 'state'> & {
  seq: number | null
  replyTo: string | null
  tokens: number | null
  item: string | null
  createdAt: number
  fileId: string | null
  width: number | null
  height: number | null
  name: string
  username: string | null
  avatarFileId: string | null
  role: ChatStanding['role']
  /** Everybody may watch the stream, without an account too. */
  isForAll: boolean
}

const LINES = `${KEPT} select m.id, m.stream_id as "streamId", m.seq, m.sender_id as "senderId", m.kind, m.text, m.state,
    m.reply_to as "replyTo", m.tokens, m.item, m.file_id as "fileId", f.width, f.height,
    (extract(epoch from m.created_at) * 1000)::float8 as "createdAt",
    coalesce(u.name, '') as name, u.username, u.avatar_file_id as "avatarFileId",
    case when m.sender_id = s.performer_id then 'creator' when k.user_id is null then 'viewer' else 'moderator' end as role,
    s.kind = 'public' and s.access = 'public' as "isForAll"
  from stream_message m
  join stream s on s.id = m.stream_id
  left join "user" u on u.id = m.sender_id
  left join stream_moderator k on k.performer_id = s.performer_id and k.user_id = m.sender_id
  left join file f on f.id = m.file_id`

/** These lines, in the order of the chat; held ones last. */
export function linesById(em: SqlEntityManager, ids: readonly string[]): Promise<LineRow[]> {
  return em.execute<LineRow[]>(`${LINES} where m.id = any(?::uuid[]) order by m.seq, m.created_at`, [arrayOf(ids)])
}

/** The latest lines after one, at most `limit`, in the order of the chat. Cleared ones are left out. */
export async function linesAfter(
  em: SqlEntityManager,
  streamId: string,
  { since, limit }: { since: number; limit: number },
): Promise<LineRow[]> {
  const rows = await em.execute<LineRow[]>(
    `${LINES} where m.stream_id = ? and m.seq > ? and m.state <> 'cleared' order by m.seq desc limit ?`,
    [streamId, since, limit],
  )
  return rows.toReversed()
}

/** A page of lines, newest first, and how many there are. Held and cleared ones are left out. */
export async function linePage(
  em: SqlEntityManager,
  streamId: string,
  { offset, limit, before = 2 ** 31 - 1 }: { offset: number; limit: number; before?: number | undefined },
): Promise<{ rows: LineRow[]; total: number }> {
  const rows = await em.execute<LineRow[]>(
    `${LINES} where m.stream_id = ? and m.seq < ? and m.state <> 'cleared' order by m.seq desc limit ? offset ?`,
    [streamId, Math.min(before, 2 ** 31 - 1), limit, offset],
  )
  return { rows, total: await countLines(em, streamId) }
}

/** The lines of a chat, without held and cleared ones. */
export async function countLines(em: SqlEntityManager, streamId: string): Promise<number> {
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from stream_message where stream_id = ? and seq is not null and state <> 'cleared'`,
    [streamId],
  )
  return counted?.total ?? 0
}

/** The lines that wait for review, the latest last: those of one sender, or all. */
export async function heldLines(
  em: SqlEntityManager,
  streamId: string,
  { senderId, limit }: { senderId: string | null; limit: number },
): Promise<LineRow[]> {
  const rows = await em.execute<LineRow[]>(
    `${LINES} where m.stream_id = ? and m.state = 'held' and (m.sender_id = ?::uuid or ?::uuid is null)
     order by m.created_at desc, m.id limit ?`,
    [streamId, senderId, senderId, limit],
  )
  return rows.toReversed()
}

/** The last line that was cleared, by its number; 0 for none. */
export async function clearedTo(em: SqlEntityManager, streamId: string): Promise<number> {
  const [found] = await em.execute<{ seq: number | null }[]>(
    `select max(seq) as seq from stream_message where stream_id = ? and state = 'cleared'`,
    [streamId],
  )
  return found?.seq ?? 0
}

/** The ids of deleted lines among the `limit` numbers up to `since`. */
export async function deletedAmong(
  em: SqlEntityManager,
  streamId: string,
  { since, limit }: { since: number; limit: number },
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from stream_message where stream_id = ? and seq > ? and seq <= ? and state = 'deleted' order by seq`,
    [streamId, since - limit, since],
  )
  return rows.map(({ id }) => id)
}

/** Ids as a parameter of SQL. */
export function arrayOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
