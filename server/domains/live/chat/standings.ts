import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ChatMode, ChatStanding } from '@vesper/sync/vesper/api/live-streams.ts'
import { membershipLasts } from '../../../content/counted-time-sql.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { Stream } from '../streams/entity.ts'
import { silenceOf } from './policy.ts'
import type { Standing } from './policy.ts'
import { arrayOf } from './queries.ts'

type Row = {
  userId: string
  isModerator: boolean
  kind: 'ban' | 'timeout' | null
  until: number | null
  followedAt: number | null
  isMember: boolean
}

/** The places of these accounts in the chats of a creator, by their ids. */
export async function standingsOf(
  em: SqlEntityManager,
  performerId: string,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<(userId: string) => Standing> {
  const rows = await em.execute<Row[]>(STANDINGS, [now, arrayOf(userIds), ...Array<string>(4).fill(performerId)])
  const standings = new Map(rows.map((row) => [row.userId, standingOf(row, performerId)]))
  return (userId) => {
    const standing = standings.get(userId)
    if (!standing) throw new Error(`the standing of ${userId} was not read`)
    return standing
  }
}

/** The place of one account in the chat of a stream. */
export async function standingIn(
  em: SqlEntityManager,
  { performerId }: Pick<Stream, 'performerId'>,
  { userId, now }: { userId: string; now: Date },
): Promise<Standing> {
  return (await standingsOf(em, performerId, { userIds: [userId], now }))(userId)
}

/** The place of one account in a chat, as it is told. */
export function standingView({ standing, mode, now }: { standing: Standing; mode: ChatMode; now: Date }): ChatStanding {
  const silence = silenceOf(standing, mode, now.getTime())
  const until = silence?.until == null ? null : new Date(silence.until).toISOString()
  return { role: standing.role, silenced: silence && { reason: silence.reason, until } }
}

/** The moderators of a creator. */
export async function moderatorsOf(em: SqlEntityManager, performerId: string): Promise<string[]> {
  const rows = await em.execute<{ userId: string }[]>(
    'select user_id as "userId" from stream_moderator where performer_id = ?',
    [performerId],
  )
  return rows.map(({ userId }) => userId)
}

const STANDINGS = `${KEPT} select a.id as "userId", k.user_id is not null as "isModerator", b.kind,
    (extract(epoch from b.until) * 1000)::float8 as until, (extract(epoch from f.created_at) * 1000)::float8 as "followedAt",
    m.user_id is not null and ${membershipLasts('m', '?::timestamptz')} as "isMember"
  from unnest(?::uuid[]) as a (id)
  left join stream_moderator k on k.performer_id = ? and k.user_id = a.id
  left join stream_sanction b on b.performer_id = ? and b.user_id = a.id
  left join follow f on f.performer_id = ? and f.follower_id = a.id
  left join membership m on m.performer_id = ? and m.user_id = a.id`

function standingOf({ userId, isModerator, kind, until, followedAt, isMember }: Row, performerId: string): Standing {
  return {
    role: userId === performerId ? 'creator' : isModerator ? 'moderator' : 'viewer',
    sanction: kind && { kind, until },
    ...{ followedAt, isMember },
  }
}
