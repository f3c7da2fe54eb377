import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { SEARCH_TOTAL_MAX } from '@vesper/sync/vesper/api/search.ts'
import type { SearchWord } from '@vesper/sync/vesper/records/search-words.ts'
import { sqlPage } from '../infra/http/list.ts'
import type { Visitor } from './blocks.ts'

/** Who searches, for which words. */
export type Asked = { words: readonly SearchWord[]; viewer: Visitor & { now: Date } }
export type Page = { current: number; pageSize: number }
/** Ids in the order of the list. `total` counts to SEARCH_TOTAL_MAX. */
export type Found = { ids: string[]; total: number }

export const NOTHING: Found = { ids: [], total: 0 }

type Listed = { from: string; where: string; params: unknown[]; order: string; id: string }

/** One page of what a search finds in a table, the greatest `order` first. */
export async function searchPage(
  em: SqlEntityManager,
  page: Page,
  { from, where, params, order, id }: Listed,
): Promise<Found> {
  if (isPastEnd(page)) return NOTHING
  const { rows, total } = await sqlPage<{ id: string }, 'order'>(
    em,
    { select: `${id} as id`, from, where, params, sortable: { order }, tieBreak: id, totalMax: SEARCH_TOTAL_MAX },
    { ...page, sortBy: 'order', sort: 'desc' },
  )
  return { ids: rows.map((row) => row.id).slice(0, SEARCH_TOTAL_MAX - offsetOf(page)), total }
}

export function offsetOf({ current, pageSize }: Page): number {
  return (current - 1) * pageSize
}

/** Tells if a page lies beyond the things that a search counts. */
export function isPastEnd(page: Page): boolean {
  return offsetOf(page) >= SEARCH_TOTAL_MAX
}
