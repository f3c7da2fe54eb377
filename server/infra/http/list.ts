import assert from 'node:assert/strict'
import { raw } from '@mikro-orm/core'
import type { EntityName, FilterQuery } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { asPlain, plainColumns } from '../database/plain-rows.ts'

/** The validated query of a list: page `current` from 1, and the order. `listQuery` makes the schema of it. */
export type ListQuery<Sortable extends string = string> = {
  current: number
  pageSize: number
  sortBy: Sortable
  sort: 'asc' | 'desc'
  /** The place from which the list goes on, where it has `places`. The rows before it are `current` - 1 pages. */
  after?: string | undefined
}

/** The page of an entity with an `id`, as options of the ORM's `find`. Rows that sort alike are in the order of their ids. */
export function listOptions<Sortable extends string>({ current, pageSize, sortBy, sort }: ListQuery<Sortable>) {
  const orderBy = { [sortBy]: sort, id: sort } as { [Column in Sortable | 'id']: 'asc' | 'desc' }
  return { orderBy, limit: pageSize, offset: offsetOf({ current, pageSize }) }
}

/** The rows of an entity that a list has. */
type Listed<Entity extends object> = { entity: EntityName<Entity>; where: FilterQuery<NoInfer<Entity>> }
/** `total` tells the number of rows where that is kept. */
type Paged<Entity extends object> = Listed<Entity> & { total?: () => Promise<number> }

/**
 * One page of an entity with an `id`, as plain rows, and how many rows the whole list has, up to LIST_TOTAL_MAX. A change of a
 * row is never written.
 */
export async function entityPage<Entity extends object>(
  em: SqlEntityManager,
  { entity, where, total: kept }: Paged<Entity>,
  query: ListQuery,
): Promise<{ rows: Entity[]; total: number }> {
  const { orderBy, limit, offset } = listOptions(query)
  const { columns } = plainColumns(em, entity)
  const page = em
    .createQueryBuilder(entity)
    .select(raw(columns))
    .where(where as object)
  const { sql, params } = page
    .orderBy(orderBy as object)
    .limit(limit, offset)
    .toQuery()
  const rows = asPlain(em, entity, await em.execute<Record<string, unknown>[]>(sql, params))
  if (kept) return { rows, total: await kept() }
  const total = await totalOf({ page: query, length: rows.length, max: LIST_TOTAL_MAX }, () =>
    entityTotal(em, { entity, where }),
  )
  return { rows, total }
}

/** The same by a condition in SQL on the columns of the table, past the query builder: for lists that are often asked for. */
export async function rowPage<Entity extends object>(
  em: SqlEntityManager,
  { entity, where, params }: { entity: EntityName<Entity>; where: string; params: readonly unknown[] },
  query: ListQuery,
): Promise<{ rows: Entity[]; total: number; next: string | null }> {
  const { columns, table, columnOf, isTime } = plainColumns(em, entity)
  const list = { select: columns, from: table, where, params, tieBreak: 'id' }
  const { sortBy } = query
  const [sortable, places] = [{ [sortBy]: columnOf(sortBy) }, { [sortBy]: isTime(sortBy) ? 'time' : 'number' } as const]
  const { rows, total, next } = await sqlPage<Record<string, unknown>>(em, { ...list, sortable, places }, query)
  return { rows: asPlain(em, entity, rows), total, next }
}

/** The number of rows of a list, LIST_TOTAL_MAX at most. */
export function entityTotal<Entity extends object>(
  em: SqlEntityManager,
  { entity, where }: Listed<Entity>,
): Promise<number> {
  const counted = em
    .createQueryBuilder(entity)
    .select(raw('1'))
    .where(where as object)
    .limit(LIST_TOTAL_MAX)
  const { sql, params } = counted.toQuery()
  return countRows(em, sql, params)
}

/** A list in SQL, in its parts. `from` has one row for each row of the list; the parameters stand in `where` alone. */
export type SqlList<Sortable extends string> = {
  select: string
  from: string
  /** The total is counted over this where the joins of `from` add and drop no row. */
  counted?: string
  where: string
  params: readonly unknown[]
  /** The expression that each allowed order sorts by. */
  sortable: { readonly [Column in Sortable]: string }
  /** The orders in which a page may go on from the last item of the one before, by values that are never null. */
  places?: { readonly [Column in Sortable]: 'time' | 'number' }
  /** The unique column, of ids, that decides between rows that sort alike. */
  tieBreak: string
  /** The total counts up to here, LIST_TOTAL_MAX unless told, so that a page of a long list does not count all of it. */
  totalMax?: number
}

/**
 * One page of a list in SQL, and how many rows the whole list has, up to `totalMax`. `next` is the place after it in a list with
 * `places`, null where the list ends. Throws for an order that is not allowed.
 */
export async function sqlPage<Row extends object, Sortable extends string = string>(
  em: SqlEntityManager,
  {
    select,
    from,
    counted = from,
    where,
    params,
    sortable,
    places,
    tieBreak,
    totalMax = LIST_TOTAL_MAX,
  }: SqlList<Sortable>,
  { sortBy, sort, after, ...page }: ListQuery<Sortable>,
): Promise<{ rows: Row[]; total: number; next: string | null }> {
  assert(Object.hasOwn(sortable, sortBy), `a list cannot be sorted by ${sortBy}`)
  const direction = { asc: 'asc', desc: 'desc' }[sort]
  const column = sortable[sortBy]
  const place = places && { column, tieBreak, sort, kind: places[sortBy] }
  const following = place && after !== undefined ? conditionAfter(place, after) : null
  const rows = await em.execute<(Row & Partial<Placed>)[]>(
    `select ${select}${place ? `, ${placeSql(place)} as "atPlace"` : ''} from ${from} where ${where}${following?.sql ?? ''}
     order by ${column} ${direction}, ${tieBreak} ${direction} limit ? offset ?`,
    [...params, ...(following?.params ?? []), page.pageSize, following ? 0 : offsetOf(page)],
  )
  const count = () => countRows(em, `select 1 from ${counted} where ${where} limit ?`, [...params, totalMax])
  const got = { page, length: rows.length, max: totalMax }
  // After a place, the number of the page says how much comes before it, where the client tells it.
  const isCounted = following && offsetOf(page) + rows.length < totalMax
  const total = isCounted ? await count() : await totalOf(got, count)
  const next = rows.length === page.pageSize ? (rows.at(-1)?.atPlace ?? null) : null
  if (place) for (const row of rows) delete row.atPlace
  return { rows, total, next }
}

type Placed = { atPlace: string }
type Place = { column: string; tieBreak: string; sort: 'asc' | 'desc'; kind: 'time' | 'number' }

/** SQL: the place of a row in its order. A time is in microseconds, as PostgreSQL keeps it. */
function placeSql({ column, tieBreak, kind }: Place): string {
  const value = kind === 'time' ? `(extract(epoch from ${column}) * 1000000)::bigint` : column
  return `${value} || '.' || ${tieBreak}`
}

/** The condition on the rows that follow a place: an index begins there, where an offset would read all before it. */
function conditionAfter({ column, tieBreak, sort, kind }: Place, after: string): { sql: string; params: string[] } {
  const value = kind === 'time' ? `'epoch'::timestamptz + ?::bigint * interval '1 microsecond'` : '?::bigint'
  const [at = '', id = ''] = after.split('.')
  return { sql: ` and (${column}, ${tieBreak}) ${sort === 'asc' ? '>' : '<'} (${value}, ?::uuid)`, params: [at, id] }
}

type Got = { page: Pick<ListQuery, 'current' | 'pageSize'>; length: number; max: number }

/** The rows of a list of which a page has come, up to `max`. `count` is asked only where the page does not tell. */
async function totalOf({ page, length, max }: Got, count: () => Promise<number>): Promise<number> {
  const offset = offsetOf(page)
  // A page that is not full shows where the list ends; one past the end does not.
  const isLast = length < page.pageSize && (length > 0 || offset === 0)
  if (isLast) return Math.min(offset + length, max)
  return offset + length >= max ? max : count()
}

async function countRows(em: SqlEntityManager, sql: string, params: readonly unknown[]): Promise<number> {
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from (${sql}) as counted`,
    params,
  )
  return counted?.total ?? 0
}

function offsetOf({ current, pageSize }: Pick<ListQuery, 'current' | 'pageSize'>): number {
  return (current - 1) * pageSize
}
