import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FollowQuery } from '@vesper/sync/vesper/api/follows.ts'
import type * as v from 'valibot'
import { containing } from '../../infra/database/like-pattern.ts'

/** One side of a follow as its SQL gives it. The time is PostgreSQL's text. */
export type FollowRow = {
  id: string
  name: string
  username: string | null
  avatar: string | null
  isPerformer: boolean
  status: 'active' | 'suspended' | 'deactivated'
  followedAt: string
}

type Query = v.InferOutput<typeof FollowQuery>

/** One page of the accounts that follow `performerId`, without those that are gone. */
export function followerPage(em: SqlEntityManager, performerId: string, query: Query) {
  const from = `from follow f join "user" u on u.id = f.follower_id where f.performer_id = ? and u.status = 'active'`
  return page(em, { from, userId: performerId, query })
}

/** One page of the creators that `followerId` follows, those included that are gone: they can still be unfollowed. */
export function followedPage(em: SqlEntityManager, followerId: string, query: Query) {
  const from = 'from follow f join "user" u on u.id = f.performer_id where f.follower_id = ?'
  return page(em, { from, userId: followerId, query })
}

async function page(
  em: SqlEntityManager,
  { from, userId, query }: { from: string; userId: string; query: Query },
): Promise<{ rows: FollowRow[]; total: number }> {
  const { current, pageSize, sortBy, sort, q } = query
  const column = { updatedAt: 'f.created_at', createdAt: 'f.created_at', name: 'lower(u.name)' }[sortBy]
  const direction = { asc: 'asc', desc: 'desc' }[sort]
  const matching = `${from} and (u.name ilike ? or u.username ilike ?)`
  const filter = [userId, containing(q), containing(q)]
  const rows = await em.execute<FollowRow[]>(
    `select u.id, u.name, u.username, u.avatar_file_id as avatar, u.is_performer as "isPerformer", u.status,
       f.created_at as "followedAt"
     ${matching} order by ${column} ${direction}, u.id ${direction} limit ? offset ?`,
    [...filter, pageSize, (current - 1) * pageSize],
  )
  const [counted] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${matching}`, filter)
  return { rows, total: counted?.total ?? 0 }
}

/** The ids of the creators that an account follows. */
export async function followedBy(em: SqlEntityManager, followerId: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>('select performer_id as id from follow where follower_id = ?', [
    followerId,
  ])
  return rows.map(({ id }) => id)
}
