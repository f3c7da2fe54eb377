import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { FEED_TOTAL_MAX } from '@vesper/sync/vesper/api/posts.ts'
import type { FeedQuery } from '@vesper/sync/vesper/api/posts.ts'
import type * as v from 'valibot'
import { notBlockedFor } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import type { Post } from './entity.ts'
import { PLACES_MAX, postsInOrder } from './queries.ts'

/** The authors of a feed: all creators whom an account follows and who are open to others, or one creator. */
export type FeedAuthors = { followerId: string } | { performerId: string }

/** `total`: posts for which the conditions of `counted` hold, FEED_TOTAL_MAX at most. */
type Place = { id: string; publishedAt: string | Date; total?: number }
type Sorting = { by: 'published_at' | 'updated_at' | 'created_at'; direction: 'asc' | 'desc' }
/** Posts of these authors for which all conditions hold. */
type Among = { authors: FeedAuthors; conditions: readonly Condition[] }
type Condition = { sql: string; params: readonly unknown[] }

const columns = { publishedAt: 'published_at', updatedAt: 'updated_at', createdAt: 'created_at' } as const
const NEWEST_FIRST: Sorting = { by: 'published_at', direction: 'desc' }

const PUBLISHED = condition(`status = 'published'`)
/** Posts that have or had a place in the feed: published ones, archived ones and tombstones. */
const PLACED = condition('published_at is not null')

/**
 * One page of the published posts of these authors. Tombstones between them, where they are asked for, come with the
 * first page. The next page is asked for with the moment of the last post as `before`. `total` counts to
 * FEED_TOTAL_MAX, where pages by number end, so that no page costs more because more was posted.
 */
export async function feedPage(
  em: SqlEntityManager,
  authors: FeedAuthors,
  { before, removed, pinned, current, pageSize, sortBy, sort }: v.InferOutput<typeof FeedQuery>,
): Promise<{ posts: Post[]; total: number }> {
  const offset = (current - 1) * pageSize
  const older = before === undefined ? [] : [condition('published_at < ?', new Date(before))]
  const chosen = pinned === 'true' ? [condition('is_pinned')] : []
  const published = { authors, conditions: [PUBLISHED, ...chosen, ...older] }
  const limit = Math.min(pageSize, FEED_TOTAL_MAX - offset)
  const counted = [PUBLISHED, ...chosen]
  const places = await firstPlaces(em, published, { by: columns[sortBy], direction: sort, limit, offset, counted })
  const isLast = places.length < pageSize
  const isWhole = isLast && current === 1 && before === undefined
  const counting = { authors, conditions: counted }
  const total = isWhole ? places.length : (places[0]?.total ?? (await countOf(em, counting)))
  const isContinued = current === 1 && sortBy === 'publishedAt' && sort === 'desc'
  if (isContinued && removed === 'true' && pinned === 'false') {
    const oldest = isLast ? [] : [condition('published_at >= ?', momentOf(places.at(-1)))]
    const placed = { authors, conditions: [PLACED, ...older] }
    return { posts: await withTombstones(em, placed, oldest), total }
  }
  const shown = isContinued && !isLast ? await withBeside(em, published, places) : places
  return { posts: await postsInOrder(em, idsOf(shown)), total }
}

/** The newest of what ever was published in the time that a page covers; the last one covers all that is older. */
async function withTombstones(em: SqlEntityManager, placed: Among, oldest: readonly Condition[]): Promise<Post[]> {
  const covered = { ...placed, conditions: [...placed.conditions, ...oldest] }
  const newest = await firstPlaces(em, covered, { ...NEWEST_FIRST, limit: PLACES_MAX, offset: 0 })
  return postsInOrder(em, idsOf(newest.length < PLACES_MAX ? newest : await withBeside(em, placed, newest)))
}

/** These places, and those that share the moment of the last: the next page begins before that moment. */
async function withBeside(em: SqlEntityManager, among: Among, places: readonly Place[]): Promise<Place[]> {
  const last = places.at(-1)
  if (!last) return []
  const beside = condition('published_at = ? and id < ?', momentOf(last), last.id)
  const { authors, where, params } = sqlOf({ ...among, conditions: [...among.conditions, beside] })
  const rows = await em.execute<Place[]>(
    `select p.id, p.published_at as "publishedAt"
     from (${authors.sql}) as a(id)
     cross join lateral (select id, published_at from post where ${where}) as p
     order by p.id desc`,
    [...authors.params, ...params],
  )
  return [...places, ...rows]
}

/**
 * The first places in an order. A page of n posts is of n authors at most: those whose own first posts come first. So each
 * author costs one look into an index, and only n of them cost n.
 */
async function firstPlaces(
  em: SqlEntityManager,
  among: Among,
  {
    by,
    direction,
    limit,
    offset,
    counted,
  }: Sorting & { limit: number; offset: number; counted?: readonly Condition[] },
): Promise<Place[]> {
  if (limit <= 0) return []
  const { authors, where, params } = sqlOf(among)
  const sorted = (row: string) => `order by ${row}.${by} ${direction}, ${row}.id ${direction}`
  const posts = `select p.id, p.published_at, p.${by} as sorted from post p where ${where} ${sorted('p')}`
  const reach = offset + limit
  const order = (row: string) => `order by ${row}.sorted ${direction}, ${row}.id ${direction}`
  const total = counted && countSql(counted)
  // One look at the authors serves the page and the total.
  return em.execute<Place[]>(
    `${KEPT} with author(id) as materialized (${authors.sql})
     select place.id, place.published_at as "publishedAt"${total ? `, (${total.sql}) as total` : ''}
     from (
       select a.id from author a cross join lateral (${posts} limit 1) as first ${order('first')} limit ?
     ) as a
     cross join lateral (${posts} limit ?) as place
     ${order('place')} limit ? offset ?`,
    [...authors.params, ...(total?.params ?? []), ...params, reach, ...params, reach, limit, offset],
  )
}

/** The number of these posts, FEED_TOTAL_MAX at most. */
async function countOf(em: SqlEntityManager, { authors, conditions }: Among): Promise<number> {
  const [author, total] = [authorsOf(authors), countSql(conditions)]
  const [row] = await em.execute<{ total: number }[]>(
    `${KEPT} with author(id) as materialized (${author.sql}) select (${total.sql}) as total`,
    [...author.params, ...total.params],
  )
  return row?.total ?? 0
}

/** The number of posts of the authors in `author`. */
function countSql(conditions: readonly Condition[]): Condition {
  const { where, params } = whereOf(conditions)
  const counted = `select from author a cross join lateral (select from post where ${where} limit ?) as p limit ?`
  return condition(`select count(*)::int from (${counted}) as counted`, ...[...params, FEED_TOTAL_MAX, FEED_TOTAL_MAX])
}

function sqlOf({ authors, conditions }: Among): { authors: Condition; where: string; params: unknown[] } {
  return { authors: authorsOf(authors), ...whereOf(conditions) }
}

function whereOf(conditions: readonly Condition[]): { where: string; params: unknown[] } {
  const where = ['performer_id = a.id', ...conditions.map(({ sql }) => sql)].join(' and ')
  return { where, params: conditions.flatMap(({ params }) => params) }
}

function authorsOf(authors: FeedAuthors): Condition {
  if ('performerId' in authors) return condition('select ?::uuid', authors.performerId)
  return condition(
    `select u.id from follow f ${joinAccount('u', 'f.performer_id')}
     where f.follower_id = ? and u.is_performer and ${openToOthers('u')}
       and ${notBlockedFor('f.follower_id', 'u.id')}`,
    authors.followerId,
  )
}

function condition(sql: string, ...params: unknown[]): Condition {
  return { sql, params }
}

function idsOf(places: readonly Place[]): string[] {
  return places.map(({ id }) => id)
}

function momentOf(place: Place | undefined): Date {
  return new Date(place?.publishedAt ?? 0)
}
