import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import type { FollowQuery } from '@vesper/sync/vesper/api/follows.ts'
import type * as v from 'valibot'
import { notBlockedFor } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { joinAccount, lookUpAccount } from '../accounts/account-sql.ts'

/** One side of a follow as its SQL gives it. The time is PostgreSQL's text. */
export type FollowRow = {
  id: string
  name: string
  username: string | null
  avatar: string | null
  isPerformer: boolean
  isOpen: boolean
  followedAt: string
}

type Query = v.InferOutput<typeof FollowQuery>

/** One page of the accounts that follow `performerId`, without those that are closed to others. */
export async function followerPage(em: SqlEntityManager, performerId: string, query: Query) {
  const from = `follow f ${lookUpAccount('u', 'f.follower_id')}`
  const where = `f.performer_id = ? and ${openToOthers('u')}`
  const found = await page(em, { from, where, userId: performerId }, query)
  if (query.q !== '' || found.total < LIST_TOTAL_MAX) return found
  // The creator's own page says how many: the count that others find there, which a job renews.
  const [kept] = await em.execute<{ followers: number }[]>(
    `select coalesce((counts ->> 'followers')::int, 0) as followers from performer where user_id = ?`,
    [performerId],
  )
  return { ...found, total: Math.max(found.total, kept?.followers ?? 0) }
}

/** One page of the creators that `followerId` follows, those included that are gone: they can still be unfollowed. */
export function followedPage(em: SqlEntityManager, followerId: string, query: Query) {
  const from = `follow f ${joinAccount('u', 'f.performer_id')}`
  return page(em, { from, where: 'f.follower_id = ?', userId: followerId }, query)
}

/** The pairs of creators and followers among these: a creator may have far more followers than are asked for. */
export function followersAmong(
  em: SqlEntityManager,
  { performerIds, userIds }: { performerIds: readonly string[]; userIds: readonly string[] },
): Promise<{ performerId: string; userId: string }[]> {
  return em.execute(
    `select performer_id as "performerId", follower_id as "userId" from follow
     where follower_id = any(?::uuid[]) and performer_id = any(?::uuid[])`,
    [`{${userIds.join()}}`, `{${performerIds.join()}}`],
  )
}

function page(
  em: SqlEntityManager,
  { from, where, userId }: { from: string; where: string; userId: string },
  { q, ...query }: Query,
): Promise<{ rows: FollowRow[]; total: number }> {
  const list = {
    select: `u.id, u.name, u.username, u.avatar_file_id as avatar, u.is_performer as "isPerformer",
      (${openToOthers('u')} and ${notBlockedFor('f.follower_id', 'f.performer_id')}) as "isOpen",
      f.created_at as "followedAt"`,
    from,
    where: q === '' ? where : `${where} and (u.name ilike ? or u.username ilike ?)`,
    params: q === '' ? [userId] : [userId, containing(q), containing(q)],
    sortable: { updatedAt: 'f.created_at', createdAt: 'f.created_at', name: 'lower(u.name)' },
    tieBreak: 'u.id',
  }
  return sqlPage(em, list, query)
}
