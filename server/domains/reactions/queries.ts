import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BookmarkQuery } from '@vesper/sync/vesper/api/reactions.ts'
import type * as v from 'valibot'
import { openToOthers } from '../../content/open-to-others.ts'
import { sqlPage } from '../../infra/http/list.ts'

/** One page of the ids of the posts that an account has bookmarked and can still see, locked ones included. */
export async function bookmarkedPage(
  em: SqlEntityManager,
  userId: string,
  query: v.InferOutput<typeof BookmarkQuery>,
): Promise<{ ids: string[]; total: number }> {
  const list = {
    select: 'p.id',
    from: `reaction r
      join post p on p.id = r.object_id and p.status <> 'removed'
      join "user" u on u.id = p.performer_id and (
        u.id = r.user_id or (p.status = 'published' and ${openToOthers('u')}) or exists (
          select 1 from entitlement e
          where e.user_id = r.user_id and e.object_type = 'feed' and e.object_id = p.id and e.revoked_at is null
        )
      )`,
    where: `r.user_id = ? and r.action = 'bookmark' and r.object_type = 'feed'`,
    params: [userId],
    sortable: { updatedAt: 'r.created_at', createdAt: 'r.created_at' },
    tieBreak: 'p.id',
  }
  const { rows, total } = await sqlPage<{ id: string }>(em, list, query)
  return { ids: rows.map(({ id }) => id), total }
}
