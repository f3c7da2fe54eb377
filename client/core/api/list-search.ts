/** The longest page that the server gives. */
const PAGE_SIZE_MAX = 100
const PAGE_MAX = 100_000

/** A list in the address query. A part that is left out has the default of the screen. */
export type ListSearch<Sortable extends string = string> = {
  /** The last page that is shown, from 1. */
  current?: number | undefined
  pageSize?: number | undefined
  sortBy?: Sortable | undefined
  sort?: 'asc' | 'desc' | undefined
}

/**
 * `validateSearch` of a list screen. A part that makes no sense, such as page -1, is undefined: the router lays the answer
 * over the raw search, so a part that is left out would stay as it was typed.
 */
export function listSearch<const Sortable extends readonly string[]>(sortable: Sortable) {
  return ({ current, pageSize, sortBy, sort }: Record<string, unknown>): ListSearch<Sortable[number]> => ({
    current: isCount(current, PAGE_MAX) ? current : undefined,
    pageSize: isCount(pageSize, PAGE_SIZE_MAX) ? pageSize : undefined,
    sortBy: isOneOf(sortable, sortBy) ? sortBy : undefined,
    sort: isOneOf(['asc', 'desc'] as const, sort) ? sort : undefined,
  })
}

/** The search with one more page shown. */
export function withNextPage<Search extends ListSearch>(search: Search): Search {
  return { ...search, current: (search.current ?? 1) + 1 }
}

function isCount(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max
}

function isOneOf<const Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice {
  return choices.some((choice) => choice === value)
}
