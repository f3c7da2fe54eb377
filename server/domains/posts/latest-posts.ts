import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { FEED_TOTAL_MAX } from '@vesper/sync/vesper/api/posts.ts'
import { openToOthers } from '../../content/open-to-others.ts'
import type { Post } from './entity.ts'
import { postsInOrder } from './queries.ts'

const OPEN = `from post p join "user" u on u.id = p.performer_id
  where p.status = 'published' and p.access = 'public' and u.is_performer and ${openToOthers('u')}`

type Page = { before?: string | undefined; pageSize: number }

/**
 * The latest posts that are open to everybody. The next page is asked for with the moment of the last post as `before`, so
 * posts that share this moment come with it. `total` counts to FEED_TOTAL_MAX.
 */
export async function latestPosts(
  em: SqlEntityManager,
  { before, pageSize }: Page,
): Promise<{ posts: Post[]; total: number }> {
  const older = before === undefined ? '' : 'and p.published_at < ?'
  const rows = await em.execute<{ id: string }[]>(
    `select id from (
       select p.id, p.published_at ${OPEN} ${older} order by p.published_at desc fetch first ? rows with ties
     ) as page order by published_at desc, id desc`,
    [...(before === undefined ? [] : [new Date(before)]), pageSize],
  )
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from (select ${OPEN} limit ?) as counted`,
    [FEED_TOTAL_MAX],
  )
  const ids = rows.map(({ id }) => id)
  return { posts: await postsInOrder(em, ids), total: counted?.total ?? 0 }
}
