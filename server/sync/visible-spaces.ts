import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { spaceOfUser } from '@vesper/sync/records/spaces.ts'

/** A space that the viewer may see. `rows` is how many rows its window has; `conversationId` is null for the own space. */
export type VisibleSpace = { space: string; version: number; rows: number; conversationId: string | null }

/** On a reset, a device gets the newest messages of a conversation; older ones it reads by page. */
export const WINDOW = 50

/**
 * The spaces of a viewer: the own one first, then the conversations, those that moved last first. With `only`, those among
 * them: a creator's thousands are not read for one.
 */
export async function visibleSpaces(
  em: SqlEntityManager,
  viewerId: string,
  only?: readonly string[],
): Promise<VisibleSpace[]> {
  const among = only && `{${only.flatMap((space) => (space.startsWith('c:') ? space.slice(2) : [])).join()}}`
  const rows = await em.execute<{ conversationId: string | null; version: string; messages: number }[]>(
    `select null as "conversationId", coalesce((select version from space where id = ?), 0) as version,
       0 as messages, null as moved
     union all
     select c.id, coalesce(s.version, 0), least(c.last_seq, ?), c.updated_at
     from conversation_member m
     join conversation c on c.id = m.conversation_id
     left join space s on s.id = 'c:' || c.id
     where m.user_id = ? and (?::uuid[] is null or m.conversation_id = any(?::uuid[]))
     order by moved desc nulls first, "conversationId"`,
    [spaceOfUser(viewerId), WINDOW, viewerId, among ?? null, among ?? null],
  )
  const spaces = rows.map(({ conversationId, version, messages }) => ({
    space: conversationId === null ? spaceOfUser(viewerId) : `c:${conversationId}`,
    version: Number(version),
    rows: messages + 1,
    conversationId,
  }))
  return only ? spaces.filter(({ space }) => only.includes(space)) : spaces
}
