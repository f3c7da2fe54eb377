import { CATEGORIES, CREATOR_OPTIONS } from '@vesper/sync/vesper/records/creator-details.ts'

export const OPTIONS = Object.keys(CREATOR_OPTIONS) as (keyof typeof CREATOR_OPTIONS)[]

type Filter = 'category' | 'country' | 'language' | keyof typeof CREATOR_OPTIONS

/** The search of Explore, as the address has it. A part that is undefined narrows nothing. */
export type ExploreSearch = { [Name in Filter]?: string | undefined } & {
  q?: string | undefined
  free?: true | undefined
  /** The last page that is shown, from 1. */
  current?: number | undefined
}

/** `validateSearch` of Explore: what makes no sense is undefined. */
export function exploreSearch(search: Record<string, unknown>): ExploreSearch {
  const { q, country, language, free, current } = search
  const choice = (name: string, values: readonly string[]) => values.find((value) => value === search[name])
  return {
    ...Object.fromEntries(OPTIONS.map((name) => [name, choice(name, CREATOR_OPTIONS[name])])),
    // The address has a number where digits were typed.
    q: (typeof q === 'string' || typeof q === 'number') && `${q}`.trim() !== '' ? `${q}`.slice(0, 100) : undefined,
    category: choice('category', CATEGORIES),
    country: matching(country, /^[A-Z]{2}$/),
    language: matching(language, /^[a-z]{2,3}$/),
    free: free === true ? true : undefined,
    current: Number.isSafeInteger(current) && Number(current) > 1 ? Math.min(Number(current), 100_000) : undefined,
  }
}

/** The filters that are set, as the query of a call; the words are none of them. */
export function filtersOf(search: ExploreSearch): Record<string, string> {
  const filters = Object.entries(search).filter(([name]) => name !== 'q' && name !== 'current')
  return Object.fromEntries(filters.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}
