import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { FEED_TOTAL_MAX } from '@vesper/sync/vesper/api/posts.ts'
import { openTo } from '../../../content/blocks.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import type { Post } from './entity.ts'
import { postsInOrder } from './queries.ts'

const LATEST = `from post p ${joinAccount('u', 'p.performer_id')}
  where p.status = 'published' and p.access = 'public' and u.is_performer`

type Page = { viewer: Visitor; before?: string | undefined; pageSize: number }

/**
 * The latest posts that are open to everybody, of creators who do not block the viewer. The next page is asked for with the moment of the last post as `before`, so
 * posts that share this moment come with it. `total` counts to FEED_TOTAL_MAX.
 */
export async function latestPosts(
  em: SqlEntityManager,
  { viewer, before, pageSize }: Page,
): Promise<{ posts: Post[]; total: number }> {
  const { sql, params } = openTo(viewer, 'u')
  const open = `${LATEST} and ${sql}`
  const older = before === undefined ? '' : 'and p.published_at < ?'
  const counted = `(select count(*)::int from (select ${open} limit ?) as counted) as total`
  const rows = await em.execute<{ total: number; id: string | null }[]>(
    `${KEPT} select ${counted}, page.id from (values (1)) as one(n) left join (
       select p.id, p.published_at ${open} ${older} order by p.published_at desc fetch first ? rows with ties
     ) as page on true order by page.published_at desc, page.id desc`,
    [...params, FEED_TOTAL_MAX, ...params, ...(before === undefined ? [] : [new Date(before)]), pageSize],
  )
  const ids = rows.flatMap(({ id }) => id ?? [])
  return { posts: await postsInOrder(em, ids), total: rows[0]?.total ?? 0 }
}
