import type { SearchKind } from '@vesper/sync/vesper/api/search.ts'

/** The kinds in the order of their tabs. The schemas would weigh on each page. */
export const kinds = ['creators', 'posts', 'videos', 'galleries', 'products'] as const satisfies readonly SearchKind[]

/** The search as the address has it: the words, one kind, and the last page of it that is shown, from 1. */
export type SearchAddress = { q?: string | undefined; in?: SearchKind | undefined; current?: number | undefined }

/** `validateSearch` of the search: parts that make no sense are undefined. */
export function searchAddress({ q, in: kind, current }: Record<string, unknown>): SearchAddress {
  // The router reads digits in an address as a number.
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 100) : ''
  return {
    q: words || undefined,
    in: kinds.find((known) => known === kind),
    current: typeof current === 'number' && Number.isInteger(current) && current > 1 ? current : undefined,
  }
}
