import { Library } from '@vesper/sync/vesper/api/files.ts'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { useDeferredValue, useState } from 'react'
import type { Query } from '../../core/api/use-cached-query.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import type { PagedAnswer } from '../../core/api/use-paged-list.ts'

/** Parts that are left out narrow nothing. `q` is in the name. */
export type LibraryFilter = {
  q?: string | undefined
  type?: LibraryFile['type'] | undefined
  tag?: string | undefined
  used?: 'yes' | 'no' | undefined
}

type Options = {
  /** Files that can be put again into things alone. */
  isReusable?: boolean
}

/** The library of the creator, narrowed; each page that was read is there without a connection as well. */
export function useLibrary({ isReusable = false }: Options = {}): {
  list: PagedAnswer<LibraryFile>
  filter: LibraryFilter
  isNarrowed: boolean
  change: (filter: LibraryFilter) => void
  more: () => void
} {
  const [filter, setFilter] = useState<LibraryFilter>({})
  const [current, setCurrent] = useState(1)
  const words = useDeferredValue(filter.q?.trim() ?? '')
  const query = { ...queryOf({ ...filter, q: words }), ...(isReusable && { reusable: 'yes' }) }
  const search = { current, sortBy: 'createdAt', sort: 'desc' } as const
  const list = usePagedList({ path: '/performer/files/search', answer: Library, query, search, pageSize: 48 })
  return {
    ...{ list, filter, isNarrowed: Object.keys(queryOf(filter)).length > 0 },
    change: (next) => {
      setFilter(next)
      setCurrent(1)
    },
    more: () => setCurrent((page) => page + 1),
  }
}

/** The query of the call for a filter. */
export function queryOf(filter: LibraryFilter): Query {
  const given = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return Object.fromEntries(given)
}
