import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FigureKind, FigureRange, FiguresQuery, ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'
import type * as v from 'valibot'

const DAY_MS = 86_400_000
const TITLE_MAX = 120

type Query = v.InferOutput<typeof FiguresQuery>
type Row = Omit<ThingFigures, 'publishedAt' | 'sources' | 'conversion'> & {
  publishedAt: string | Date
  looks: number
  total: number
}

/**
 * One page of the figures of a creator's things of one kind that are out, or were. Sales and tokens come from the charges
 * of the range, less what was given back of them, and so agree with the ledger. The creator's own rows are read, and those
 * of others by an index alone.
 */
export async function figuresOf(
  em: SqlEntityManager,
  { performerId, now }: { performerId: string; now: Date },
  { kind, range, ...page }: Query,
): Promise<{ data: ThingFigures[]; total: number }> {
  const since = startOf(range, now)
  const direction = { asc: 'asc', desc: 'desc' }[page.sort]
  const rows = await em.execute<Row[]>(
    `with thing as materialized (${THINGS[kind]}), ${since === null ? ALL_TIME : RANGE},
       sold as (${kind === 'product' ? ORDERED : CHARGED})
     select t.id as "_id", ? as kind, t.title, t.status, t.access, t.published_at as "publishedAt",
       coalesce(c.views, 0) as views, coalesce(c.likes, 0) as likes, coalesce(c.comments, 0) as comments,
       coalesce(c.looks, 0) as looks, coalesce(s.sales, 0) as sales, coalesce(s.tokens, 0) as tokens,
       count(*) over ()::int as total
     from thing t left join counted c on c.id = t.id left join sold s on s.id = t.id
     order by ${SORTED[page.sortBy]} ${direction}, t.id ${direction} limit ? offset ?`,
    [
      ...(kind === 'feed' ? [performerId] : [performerId, kind]),
      ...(since === null ? [] : [since, since, performerId, since]),
      ...(kind === 'product' ? [performerId] : [performerId, kind]),
      ...[since ?? '-infinity', kind],
      ...[page.pageSize, (page.current - 1) * page.pageSize],
    ],
  )
  const sources = await sourcesOf(em, rows, since)
  return {
    data: rows.map(({ total: _total, looks, publishedAt, ...row }) => ({
      ...row,
      publishedAt: new Date(publishedAt).toISOString(),
      conversion: shareOf(row.sales, kind === 'product' ? row.views : looks),
      sources: sources.get(row._id) ?? {},
    })),
    total: rows[0]?.total ?? (page.current === 1 ? 0 : await countOf(em, performerId, kind)),
  }
}

const CHARGED = `select target_id as id, count(*) filter (where tokens > refunded_tokens)::int as sales,
    sum(tokens - refunded_tokens)::int as tokens
  from charge where performer_id = ? and type = ? and created_at >= ? and order_id is null group by 1`

/**
 * The charge of an order by its lines, each by its part of the price: shipping and refunds of no line are shared among them,
 * so that all together are the charge.
 */
const ORDERED = `select id, count(*) filter (where tokens > 0)::int as sales, sum(tokens)::int as tokens from (
    select id, case total when 0 then case position when 0 then due else 0 end
      else due * through / total - due * (through - rest) / total end as tokens
    from (
      select l.product_id as id, l.position, l.rest, o.tokens - o.refunded as due,
        sum(l.rest) over (partition by o.id)::bigint as total,
        sum(l.rest) over (partition by o.id order by l.position)::bigint as through
      from "order" o cross join lateral (
        select product_id, position, unit_price * quantity - discount - refunded_tokens as rest
        from order_line where order_id = o.id
      ) l
      where o.performer_id = ? and o.created_at >= ?
    ) line
  ) part group by id`

function shareOf(sales: number, views: number): number | null {
  return views === 0 ? null : Math.min(1, sales / views)
}

const TITLE = `left(regexp_replace("text", '\\s+', ' ', 'g'), ${TITLE_MAX})`
const ASSETS = `from asset where performer_id = ? and kind = ? and status in ('active', 'archived', 'hidden')
  and published_at is not null`
const POSTS = `from post where performer_id = ? and status in ('published', 'archived', 'hidden')
  and published_at is not null`

const THINGS: Readonly<Record<FigureKind, string>> = {
  feed: `select id, ${TITLE} as title, status, access, published_at ${POSTS}`,
  gallery: `select id, title, status, access, published_at ${ASSETS}`,
  video: `select id, title, status, access, published_at ${ASSETS}`,
  product: `select id, title, status, access, published_at ${ASSETS}`,
}

const SORTED: Readonly<Record<Query['sortBy'], string>> = {
  ...{ publishedAt: 't.published_at', views: 'views', likes: 'likes' },
  ...{ comments: 'comments', sales: 'sales', tokens: 'tokens' },
}

/** The views while it was locked are as old as their days; all other counts stand beside the thing. */
const ALL_TIME = `looked as (
    select d.object_id as id, sum(d.looks)::int as looks from thing t join view_day d on d.object_id = t.id group by 1
  ), counted as (
    select t.id, o.views, o.likes, o.comments, l.looks
    from thing t left join content_total o on o.object_id = t.id left join looked l on l.id = t.id
  )`

const RANGE = `viewed as (
    select d.object_id as id, sum(d.views)::int as views, sum(d.looks)::int as looks
    from thing t join view_day d on d.object_id = t.id and d.day >= ?::date group by 1
  ), liked as (
    select r.object_id as id, count(*)::int as likes
    from thing t join reaction r on r.object_id = t.id and r.action = 'like' and r.created_at >= ? group by 1
  ), said as (
    select object_id as id, count(*)::int as comments
    from comment where performer_id = ? and status = 'visible' and created_at >= ? group by 1
  ), counted as (
    select t.id, v.views, v.looks, l.likes, c.comments from thing t
    left join viewed v on v.id = t.id left join liked l on l.id = t.id left join said c on c.id = t.id
  )`

/** The first moment of a range (ISO 8601); null for all of the time. */
function startOf(range: FigureRange, now: Date): string | null {
  if (range === 'all') return null
  const first = new Date(now.getTime() - (Number(range) - 1) * DAY_MS)
  return `${first.toISOString().slice(0, 10)}T00:00:00.000Z`
}

/** The views of these things by place. Views of all time that are older than their days have no place. */
async function sourcesOf(
  em: SqlEntityManager,
  rows: readonly Pick<Row, '_id' | 'views'>[],
  since: string | null,
): Promise<Map<string, Record<string, number>>> {
  if (rows.length === 0) return new Map()
  const days = await em.execute<{ id: string; source: string; views: number }[]>(
    `select object_id as id, source, sum(views)::int as views from view_day
     where object_id = any(?::uuid[]) and day >= ?::date group by 1, 2 having sum(views) > 0`,
    [`{${rows.map(({ _id }) => _id).join()}}`, since ?? '-infinity'],
  )
  const byThing = Map.groupBy(days, ({ id }) => id)
  return new Map(
    rows.map(({ _id, views }) => {
      const sources = Object.fromEntries((byThing.get(_id) ?? []).map((day) => [day.source, day.views]))
      const older = views - Object.values(sources).reduce((sum, count) => sum + count, 0)
      if (older > 0) sources['other'] = (sources['other'] ?? 0) + older
      return [_id, sources]
    }),
  )
}

async function countOf(em: SqlEntityManager, performerId: string, kind: FigureKind): Promise<number> {
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total ${kind === 'feed' ? POSTS : ASSETS}`,
    kind === 'feed' ? [performerId] : [performerId, kind],
  )
  return counted?.total ?? 0
}
