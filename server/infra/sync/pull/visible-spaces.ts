import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { conversationsOf, performersOf, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Lineage, RunStart } from '@vesper/sync/engine/core/version-lineage.ts'
import { MESSAGE_WINDOW, POST_WINDOW } from '@vesper/sync/vesper/records/windows.ts'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import { REACTION_WINDOW } from '../../../domains/reactions/synced.ts'

/**
 * A space that the viewer may see. `rows`: about how many rows its window has; `undelivered`: it is a conversation with
 * messages that no device of the viewer is known to have.
 */
export type VisibleSpace = Lineage & { space: string; rows: number; undelivered: boolean }

type Row = { space: string; version: string; floor: string; past: RunStart[]; rows: number; undelivered: boolean }

/**
 * The spaces of a viewer in the order in which a device wants them: the own one first, then conversations by when they
 * moved and channels of creators by when they were followed, the latest first. A creator has a channel for as long as the
 * account is active, and has the own one too. With `only`, those among them: a creator's thousands are not read for one.
 * What became of a space after `run` is in its `past`; nothing is, where nothing was raised since.
 */
export async function visibleSpaces(
  em: SqlEntityManager,
  viewerId: string,
  { run, only }: { run: number; only?: readonly string[] },
): Promise<VisibleSpace[]> {
  const among = only && { conversations: conversationsOf(only), performers: performersOf(only) }
  const rows = await em.execute<Row[]>(
    `${KEPT} select v.space, coalesce(s.version, 0) as version, coalesce(s.floor, 0) as floor, v.rows, v.undelivered,
       case when s.run > ? then s.past else '[]' end as past
     from (
       select ?::text as space, 1 + (select count(*)::int from follow where follower_id = ?)
           + (select count(*)::int from post_draft where owner_id = ? and state = 'open') + (select count(*)::int from (select 1 from reaction where user_id = ? limit ?) as r) as rows,
         false as undelivered, null::timestamptz as moved
       union all
       select 'c:' || c.id, 1 + least(c.last_seq, ?), c.last_seq > greatest(m.read_seq, m.delivered_seq), c.updated_at
       from conversation_member m
       join conversation c on c.id = m.conversation_id
       where m.user_id = ?${among ? ' and m.conversation_id = any(?::uuid[])' : ''}
       union all
       select 'p:' || u.id, 1 + least(coalesce(p.last_post_seq, 0), ?), false, coalesce(f.created_at, u.created_at)
       from (
         select performer_id, created_at from follow where follower_id = ?
         union all
         select ?::uuid, null
       ) as f
       join "user" u on u.id = f.performer_id and u.is_performer and u.status = 'active'
       left join performer p on p.user_id = u.id
       ${among ? 'where u.id = any(?::uuid[])' : ''}
     ) as v
     left join space s on s.id = v.space
     order by v.moved desc nulls first, v.space`,
    [
      run,
      ...[spaceOfUser(viewerId), viewerId, viewerId, viewerId, REACTION_WINDOW],
      ...[MESSAGE_WINDOW, viewerId, ...(among ? [arrayOf(among.conversations)] : [])],
      ...[POST_WINDOW, viewerId, viewerId, ...(among ? [arrayOf(among.performers)] : [])],
    ],
  )
  const spaces = rows.map((row) => ({ ...row, version: Number(row.version), floor: Number(row.floor) }))
  return only ? spaces.filter(({ space }) => only.includes(space)) : spaces
}

function arrayOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
