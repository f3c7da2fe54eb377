import type { FilterQuery, SqlEntityManager } from '@mikro-orm/postgresql'
import type { FeedQuery, OwnFeedQuery } from '@vesper/sync/vesper/api/posts.ts'
import type * as v from 'valibot'
import { containing } from '../../infra/database/like-pattern.ts'
import { Post } from './entity.ts'
import { listOptions } from '../../infra/http/list.ts'

/** Places of one answer, tombstones included, beside those that share the moment of its last. */
const PLACES_MAX = 200

const apart = { disableIdentityMap: true } as const
const newestFirst = { publishedAt: 'desc', id: 'desc' } as const

/** The posts with these ids, each performer's in order. */
export function postsById(em: SqlEntityManager, ids: readonly string[]): Promise<Post[]> {
  if (ids.length === 0) return Promise.resolve([])
  return em.find(Post, { id: { $in: [...ids] } }, { orderBy: { performerId: 'asc', seq: 'asc' }, ...apart })
}

/** Of the posts with these ids, those that nobody but their authors, others than the viewer, ever could see. */
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
 * of the viewer, all that is scheduled. Each feed has at most PLACES_MAX places: the others come by page.
 */
export async function newestPosts(
  em: SqlEntityManager,
  performerIds: readonly string[],
  { count, viewerId }: { count: number; viewerId: string },
): Promise<Post[]> {
  if (performerIds.length === 0) return []
  const rows = await em.execute<{ id: string }[]>(
    `select p.id
     from unnest(?::uuid[]) as c(id)
     cross join lateral (
       select greatest(case when count(*) < ? then 1 else min(seq) end,
           (select max(seq) from post where performer_id = c.id) - ? + 1) as seq
       from (
         select seq from post where performer_id = c.id and status = 'published' order by seq desc limit ?
       ) as newest
     ) as oldest
     join post p on p.performer_id = c.id and
       (p.seq >= oldest.seq or (p.status = 'scheduled' and p.performer_id = ?))`,
    [`{${performerIds.join()}}`, count, PLACES_MAX, count, viewerId],
  )
  return postsById(
    em,
    rows.map(({ id }) => id),
  )
}

/**
 * One page of the published posts of these performers. Tombstones between them, where they are asked for, come with the
 * first page; whoever goes on gives the moment of its last as `before`.
 */
export async function feedPage(
  em: SqlEntityManager,
  performerIds: readonly string[],
  { before, removed, ...query }: v.InferOutput<typeof FeedQuery>,
): Promise<{ posts: Post[]; total: number }> {
  const { current, pageSize, sortBy, sort } = query
  const performerId = { $in: [...performerIds] }
  const published: FilterQuery<Post> = { performerId, status: 'published' }
  const older: FilterQuery<Post> = before === undefined ? {} : { publishedAt: { $lt: new Date(before) } }
  const [total, posts] = await Promise.all([
    em.count(Post, published),
    em.find(Post, { $and: [published, older] }, { ...listOptions(query), ...apart }),
  ])
  if (current > 1 || sortBy !== 'publishedAt' || sort !== 'desc') return { posts, total }
  const isLast = posts.length < pageSize
  if (removed === 'true') return { posts: await withTombstones(em, posts, { performerId, older, isLast }), total }
  return { posts: isLast ? posts : await withBeside(em, posts, published), total }
}

/**
 * The newest of what ever was published in the time that a page covers; the last one covers all that is older.
 */
async function withTombstones(
  em: SqlEntityManager,
  posts: readonly Post[],
  { performerId, older, isLast }: { performerId: { $in: string[] }; older: FilterQuery<Post>; isLast: boolean },
): Promise<Post[]> {
  const oldest = isLast ? null : posts.at(-1)?.publishedAt
  const since: FilterQuery<Post> = oldest ? { publishedAt: { $gte: oldest } } : {}
  const placed: FilterQuery<Post> = { performerId, seq: { $ne: null } }
  const newest = await em.find(
    Post,
    { $and: [placed, older, since] },
    { orderBy: newestFirst, limit: PLACES_MAX, ...apart },
  )
  return newest.length < PLACES_MAX ? newest : withBeside(em, newest, placed)
}

/** These posts, and of `among` what shares the moment of the last: who goes on, goes on from that moment. */
async function withBeside(em: SqlEntityManager, posts: readonly Post[], among: FilterQuery<Post>): Promise<Post[]> {
  const last = posts.at(-1)
  if (!last?.publishedAt) return [...posts]
  const beside: FilterQuery<Post> = { publishedAt: last.publishedAt, id: { $lt: last.id } }
  return [...posts, ...(await em.find(Post, { $and: [among, beside] }, { orderBy: newestFirst, ...apart }))]
}

/** One page of a performer's own posts, whatever their state; removed ones are gone. */
export async function ownFeedPage(
  em: SqlEntityManager,
  performerId: string,
  { q, status, ...query }: v.InferOutput<typeof OwnFeedQuery>,
): Promise<{ posts: Post[]; total: number }> {
  const [posts, total] = await em.findAndCount(
    Post,
    { performerId, status: status ?? { $ne: 'removed' }, text: { $ilike: containing(q) } },
    { ...listOptions(query), ...apart },
  )
  return { posts, total }
}
