import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BookmarkQuery } from '@vesper/sync/vesper/api/reactions.ts'
import type * as v from 'valibot'

/** One page of the ids of the posts that an account has bookmarked and can still see, locked ones included. */
export async function bookmarkedPage(
  em: SqlEntityManager,
  userId: string,
  { current, pageSize, sort }: v.InferOutput<typeof BookmarkQuery>,
): Promise<{ ids: string[]; total: number }> {
  const visible = `
    from reaction r
    join post p on p.id = r.object_id and (p.status = 'published' or (p.performer_id = r.user_id and p.status <> 'removed'))
    join "user" u on u.id = p.performer_id and u.status = 'active'
    where r.user_id = ? and r.action = 'bookmark' and r.object_type = 'feed'`
  const direction = { asc: 'asc', desc: 'desc' }[sort]
  const rows = await em.execute<{ id: string }[]>(
    `select p.id ${visible} order by r.created_at ${direction}, p.id ${direction} limit ? offset ?`,
    [userId, pageSize, (current - 1) * pageSize],
  )
  const [counted] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${visible}`, [userId])
  return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 }
}
