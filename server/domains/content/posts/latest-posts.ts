import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { FEED_TOTAL_MAX } from '@vesper/sync/vesper/api/posts.ts'
import { openTo } from '../../../content/blocks.ts'
import type { Visitor } from '../../../content/blocks.ts'
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
  const rows = await em.execute<{ id: string }[]>(
    `select id from (
       select p.id, p.published_at ${open} ${older} order by p.published_at desc fetch first ? rows with ties
     ) as page order by published_at desc, id desc`,
    [...params, ...(before === undefined ? [] : [new Date(before)]), pageSize],
  )
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from (select ${open} limit ?) as counted`,
    [...params, FEED_TOTAL_MAX],
  )
  const ids = rows.map(({ id }) => id)
  return { posts: await postsInOrder(em, ids), total: counted?.total ?? 0 }
}
