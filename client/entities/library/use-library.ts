import { Library } from '@vesper/sync/vesper/api/files.ts'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { useDeferredValue, useState } from 'react'
import type { Query } from '../../core/api/use-cached-query.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import type { PagedAnswer } from '../../core/api/use-paged-list.ts'
import type { LibraryKind } from './library-kind.ts'

/** Parts that are left out narrow nothing. `q` is in the name. */
export type LibraryFilter = {
  q?: string | undefined
  type?: LibraryFile['type'] | undefined
  tag?: string | undefined
  used?: 'yes' | 'no' | undefined
}

type Options = {
  /** Offers files that can be put into a thing of these kinds: ready ones that nothing forbids; else all files are listed. */
  offered?: readonly LibraryKind[]
}

/** The library of the creator, narrowed; each page that was read is there without a connection as well. */
export function useLibrary({ offered }: Options = {}): {
  list: PagedAnswer<LibraryFile>
  filter: LibraryFilter
  isNarrowed: boolean
  change: (filter: LibraryFilter) => void
  more: () => void
} {
  const [filter, setFilter] = useState<LibraryFilter>({})
  const [current, setCurrent] = useState(1)
  const words = useDeferredValue(filter.q?.trim() ?? '')
  const query = { ...queryOf({ ...filter, q: words }), ...offeredQuery(offered) }
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

/** The server narrows by one kind: a page that held none of it would look like the end of the list. */
function offeredQuery(kinds: readonly LibraryKind[] | undefined): Query {
  if (!kinds) return {}
  return { reusable: 'yes', status: 'ready', ...(kinds.length === 1 && kinds[0] && { type: kinds[0] }) }
}

/** The query of the call for a filter. */
export function queryOf(filter: LibraryFilter): Query {
  const given = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return Object.fromEntries(given)
}
