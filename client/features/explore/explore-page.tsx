import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { openEntry, placeAt } from '../../core/page/kept-places.ts'
import { SearchBox } from '../../core/search/search-box.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { CreatorsFound } from './creators-found.tsx'
import { filtersOf } from './explore-search.ts'
import type { ExploreSearch } from './explore-search.ts'
import { SomebodyNew } from './somebody-new.tsx'
import { TopCreators } from './top-creators.tsx'

const FilterDialog = lazyAgain(async () => (await import('./filter-dialog.tsx')).FilterDialog, 'pages')

type Props = {
  search: ExploreSearch
  onSearch: (search: ExploreSearch) => void
  /** A creator in short. */
  card: (creator: Creator) => ReactNode
  /** Stands beside the title. */
  actions: ReactNode
  /** Leads from these words to the search of everything. */
  everything: (words: string) => ReactNode
  /** The device's own matches of these words. */
  held: (words: string) => ReactNode
  onSearchAll: (words: string) => void
  /** The creators who are live now. */
  live: ReactNode
  /** Words that many search for. */
  trending: ReactNode
  /** Further rows, and the latest posts: without an end, so the last on the page. */
  children: ReactNode
}

/** Creators, and things open to everybody. With words or filters the creators that match. */
export function ExplorePage(props: Props) {
  const { search, onSearch, card, actions, everything, held, onSearchAll, live, trending, children } = props
  const { t } = useLingui()
  const [isFiltering, setFiltering] = useState(false)
  const count = Object.keys(filtersOf(search)).length
  // Drawn after the rows at the top, without holding them up.
  const hasRest = useDeferredValue(true, false)
  // On the way back the page is long enough for its place from the beginning.
  const [top] = useState(() => placeAt(openEntry())?.top ?? 0)
  const isSearching = search.q !== undefined || count > 0
  const clear = () => onSearch({ q: search.q })
  return (
    <main
      className="flex flex-1 flex-col"
      style={hasRest || top === 0 ? undefined : { minHeight: `calc(${top}px + 100dvh)` }}
    >
      <PageHeader title={t`Explore`} actions={actions} />
      <div className="safe-x grid grid-cols-1 gap-8 pt-1 pb-10">
        <div className="grid gap-1">
          <div className="flex items-center gap-2">
            <SearchBox
              value={search.q ?? ''}
              onChange={(q) => onSearch({ ...search, q: q || undefined, current: undefined })}
              onSubmit={onSearchAll}
            />
            <Button
              kind="secondary"
              className="px-4"
              icon={<SlidersHorizontal className="size-5" aria-hidden="true" />}
              onClick={() => setFiltering(true)}
            >
              <Trans>Filter</Trans>
            </Button>
          </div>
          {search.q !== undefined && everything(search.q)}
          {count > 0 && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
              <Plural value={count} one="# filter is set." other="# filters are set." />
              <button type="button" onClick={clear} className="min-h-target font-semibold text-accent-ink">
                <Trans>Clear filters</Trans>
              </button>
            </p>
          )}
        </div>
        {isSearching ? (
          <CreatorsFound
            search={search}
            card={card}
            held={held}
            onMore={() => onSearch({ ...search, current: (search.current ?? 1) + 1 })}
            onClear={() => onSearch({})}
          />
        ) : (
          <>
            {live}
            <TopCreators card={card} />
            <SomebodyNew card={card} />
            {/* They come late, or not at all: above they would push the rest down. */}
            {trending}
            {hasRest && children}
          </>
        )}
      </div>
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterDialog
            search={search}
            onApply={(filters) => {
              setFiltering(false)
              onSearch({ ...filters, q: search.q })
            }}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      )}
    </main>
  )
}
