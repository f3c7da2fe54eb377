import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { SearchX, Telescope } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { CARD_HEIGHT } from './creator-section.tsx'
import { filtersOf } from './explore-search.ts'
import type { ExploreSearch } from './explore-search.ts'

type Props = {
  search: ExploreSearch
  card: (creator: Creator) => ReactNode
  /** The device's own matches of these words. */
  held: (words: string) => ReactNode
  onMore: () => void
  onClear: () => void
}

/** The creators that match the words and the filters; of words that cannot be asked about, what the device has. */
export function CreatorsFound({ search, card, held, onMore, onClear }: Props) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const list = usePagedList({
    path: '/performers/user/search',
    answer: PerformerList,
    query: { ...filtersOf(search), ...(search.q ? { q: search.q } : {}) },
    search: { current: search.current },
    pageSize: 24,
  })
  const isAway = isOffline && list.failure !== null
  if (isAway && search.q) return held(search.q)
  return (
    <section aria-labelledby="found" aria-busy={list.isLoading} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="found" className="text-lg font-bold">
          <Trans>Creators</Trans>
        </h2>
        <p role="status" className="text-sm text-muted">
          {list.items && list.total < LIST_TOTAL_MAX && (
            <Plural value={list.total} one="# creator" other="# creators" />
          )}
          {list.items && list.total >= LIST_TOTAL_MAX && t`${i18n.number(LIST_TOTAL_MAX)}+ creators`}
        </p>
      </div>
      <PagedList
        list={list}
        label={t`Creators found`}
        failedTitle={t`Creators could not be loaded`}
        className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4"
        itemClassName="flex"
        skeleton={<Skeleton className={cx('rounded-card', CARD_HEIGHT)} />}
        offline={isAway && <ListUnavailable icon={<Telescope />} />}
        empty={
          <EmptyState
            icon={<SearchX />}
            title={t`Nothing matches`}
            action={
              <Button kind="secondary" onClick={onClear}>
                <Trans>Clear filters</Trans>
              </Button>
            }
          >
            <Trans>Try other words, or fewer filters.</Trans>
          </EmptyState>
        }
        onMore={onMore}
      >
        {card}
      </PagedList>
    </section>
  )
}
