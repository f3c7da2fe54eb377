import type { FilterQuery, SqlEntityManager } from '@mikro-orm/postgresql'
import type { OwnFeedQuery } from '@vesper/sync/vesper/api/posts.ts'
import { searchWords } from '@vesper/sync/vesper/records/search-words.ts'
import type * as v from 'valibot'
import { listMatch, written } from '../../../content/search-match.ts'
import { plainById } from '../../../infra/database/plain-rows.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { PINNED_MAX, Post } from './entity.ts'

/** Places of one answer, tombstones included, beside those that share the moment of its last. */
export const PLACES_MAX = 200

const apart = { disableIdentityMap: true } as const

/** The posts with these ids, each performer's in order. */
export async function postsById(em: SqlEntityManager, ids: readonly string[]): Promise<Post[]> {
  const posts = [...(await plainById(em, Post, ids)).values()]
  return posts.toSorted((a, b) => {
    if (a.performerId !== b.performerId) return a.performerId < b.performerId ? -1 : 1
    return (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER)
  })
}

/** The posts with these ids, in this order. */
export async function postsInOrder(em: SqlEntityManager, ids: readonly string[]): Promise<Post[]> {
  const posts = await plainById(em, Post, ids)
  return ids.flatMap((id) => posts.get(id) ?? [])
}

/** The posts among these ids that only their authors, others than the viewer, ever could see. */
export async function unpublishedOfOthers(
  em: SqlEntityManager,
  ids: readonly string[],
  viewerId: string,
): Promise<string[]> {
  const unpublished: FilterQuery<Post> = { id: { $in: [...ids] }, publishedAt: null, performerId: { $ne: viewerId } }
  const posts = await em.find(Post, unpublished, { fields: ['id'], ...apart })
  return posts.map(({ id }) => id)
}

/**
 * The newest `count` posts of each of these performers, with what stands between them, tombstones and what was archived, and,
 * of the viewer, all that is scheduled, in processing or hidden before it went out. Pinned posts are among them, however old.
 * Each feed has at most PLACES_MAX places: the others come by page.
 */
export async function newestPosts(
  em: SqlEntityManager,
  performerIds: readonly string[],
  { count, viewerId }: { count: number; viewerId: string },
): Promise<Post[]> {
  if (performerIds.length === 0) return []
  const rows = await em.execute<{ id: string }[]>(
    // Each part ends at a limit or an index: a feed is never read whole.
    `select p.id
     from unnest(?::uuid[]) as c(id)
     cross join lateral (select max(seq) as seq from post where performer_id = c.id) as last
     cross join lateral (
       select case when count(*) < ? then last.seq - ? + 1 else min(seq) end as seq
       from (
         select seq from post
         where performer_id = c.id and status = 'published' and seq > last.seq - ?
         order by seq desc limit ?
       ) as newest
     ) as oldest
     cross join lateral (
       (select id from post where performer_id = c.id and seq >= oldest.seq order by seq desc limit ?)
       union all
       select id from post where performer_id = c.id and c.id = ? and published_at is null
         and status in ('scheduled', 'processing', 'hidden')
       union all
       (
         select id from post
         where performer_id = c.id and is_pinned and status = 'published' and seq < oldest.seq
         order by published_at desc limit ?
       )
     ) as p`,
    [`{${performerIds.join()}}`, count, PLACES_MAX, PLACES_MAX, count, PLACES_MAX, viewerId, PINNED_MAX],
  )
  return postsById(
    em,
    rows.map(({ id }) => id),
  )
}

const sortable = {
  ...{ updatedAt: 'p.updated_at', createdAt: 'p.created_at' },
  ...{ publishedAt: 'p.published_at', scheduledAt: 'p.scheduled_at' },
} as const

/** One page of a performer's own posts with the words of `q`, whatever their state; removed ones are gone. */
export async function ownFeedPage(
  em: SqlEntityManager,
  performerId: string,
  { q, status, ...query }: v.InferOutput<typeof OwnFeedQuery>,
): Promise<{ posts: Post[]; total: number }> {
  const said = q === '' ? null : listMatch(written('p.text'), searchWords(q))
  const where = ['p.performer_id = ?', status ? 'p.status = ?' : `p.status <> 'removed'`, ...(said ? [said.sql] : [])]
  const { rows, total } = await sqlPage<{ id: string }, keyof typeof sortable>(
    em,
    {
      ...{ select: 'p.id', from: 'post p', where: where.join(' and '), sortable, tieBreak: 'p.id' },
      params: [performerId, ...(status ? [status] : []), ...(said?.params ?? [])],
    },
    query,
  )
  return {
    posts: await postsInOrder(
      em,
      rows.map(({ id }) => id),
    ),
    total,
  }
}
