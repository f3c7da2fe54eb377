import assert from 'node:assert/strict'
import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** The validated query of a list: page `current` from 1, and the order. `listQuery` makes the schema of it. */
export type ListQuery<Sortable extends string = string> = {
  current: number
  pageSize: number
  sortBy: Sortable
  sort: 'asc' | 'desc'
}

/** The page of an entity with an `id`, as options of the ORM's `find`. Rows that sort alike are in the order of their ids. */
export function listOptions<Sortable extends string>({ current, pageSize, sortBy, sort }: ListQuery<Sortable>) {
  const orderBy = { [sortBy]: sort, id: sort } as { [Column in Sortable | 'id']: 'asc' | 'desc' }
  return { orderBy, limit: pageSize, offset: offsetOf({ current, pageSize }) }
}

/** A list in SQL, in its parts. `from` has one row for each row of the list; the parameters stand in `where` alone. */
export type SqlList<Sortable extends string> = {
  select: string
  from: string
  where: string
  params: readonly unknown[]
  /** The expression that each allowed order sorts by. */
  sortable: { readonly [Column in Sortable]: string }
  /** The unique column that decides between rows that sort alike. */
  tieBreak: string
  /** The total counts up to here, so that a page of a long list does not count all of it. */
  totalMax?: number
}

/** One page of a list in SQL, and how many rows the whole list has, up to `totalMax`. Throws for an order that is not allowed. */
export async function sqlPage<Row extends object, Sortable extends string = string>(
  em: SqlEntityManager,
  { select, from, where, params, sortable, tieBreak, totalMax }: SqlList<Sortable>,
  { sortBy, sort, ...page }: ListQuery<Sortable>,
): Promise<{ rows: Row[]; total: number }> {
  assert(Object.hasOwn(sortable, sortBy), `a list cannot be sorted by ${sortBy}`)
  const direction = { asc: 'asc', desc: 'desc' }[sort]
  const offset = offsetOf(page)
  const rows = await em.execute<Row[]>(
    `select ${select} from ${from} where ${where}
     order by ${sortable[sortBy]} ${direction}, ${tieBreak} ${direction} limit ? offset ?`,
    [...params, page.pageSize, offset],
  )
  // A page that is not full shows where the list ends; one past the end does not.
  const isLast = rows.length < page.pageSize && (rows.length > 0 || offset === 0)
  if (isLast) return { rows, total: Math.min(offset + rows.length, totalMax ?? Number.POSITIVE_INFINITY) }
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from (select 1 from ${from} where ${where} limit ?) as counted`,
    [...params, totalMax ?? null],
  )
  return { rows, total: counted?.total ?? 0 }
}

function offsetOf({ current, pageSize }: Pick<ListQuery, 'current' | 'pageSize'>): number {
  return (current - 1) * pageSize
}
