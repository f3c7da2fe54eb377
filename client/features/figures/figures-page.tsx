import { Trans, useLingui } from '@lingui/react/macro'
import { FigureList, figureKinds, figureRanges } from '@vesper/sync/vesper/api/statistics.ts'
import type { FigureKind, FigureRange, ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'
import { useUnit } from 'effector-react'
import { ChartNoAxesCombined, Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AsOf } from '../../core/api/as-of.tsx'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import type { PagedAnswer } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import type { FigureSearch, FigureSort } from './figure-search.ts'
import { FigureTable } from './figure-table.tsx'
import { useFigureWords } from './use-figure-words.ts'

const FigureDetail = lazyAgain(async () => (await import('./figure-detail.tsx')).FigureDetail, 'reach')

type Props = { search: FigureSearch; onSearch: (search: FigureSearch) => void }

/** Views, likes, comments and sales of each post of a creator. */
export function FiguresPage({ search, onSearch }: Props) {
  const { t } = useLingui()
  const words = useFigureWords()
  const { kind = 'feed', range = '28', sortBy = 'publishedAt', sort = 'desc' } = search
  const [pages, setPages] = useState({ of: '', current: 1 })
  const of = JSON.stringify([kind, range, sortBy, sort])
  const current = pages.of === of ? pages.current : 1
  const list = usePagedList<ThingFigures>({
    path: '/performer/statistics/posts',
    answer: FigureList,
    query: { kind, range },
    search: { current, sortBy, sort },
  })
  const by = (column: FigureSort) =>
    onSearch({ ...search, sortBy: column, sort: column === sortBy && sort === 'desc' ? 'asc' : 'desc' })
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Figures`} actions={<DownloadButton kind={kind} range={range} />} />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={t`Range`}
            value={range}
            onChange={(event) => onSearch({ ...search, range: event.target.value as FigureRange })}
          >
            {figureRanges.map((one) => (
              <option key={one} value={one}>
                {words.ranges[one]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t`Kind`}
            value={kind}
            onChange={(event) => onSearch({ ...search, kind: event.target.value as FigureKind })}
          >
            {figureKinds.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </SelectField>
        </div>
        <AsOf at={list.keptAt} />
        <Figures
          list={list}
          sorting={{ sortBy, sort, onSort: by }}
          onMore={() => setPages({ of, current: current + 1 })}
        />
        <p className="text-sm text-muted">
          <Trans>Days are counted in UTC. Tokens are what is left after refunds.</Trans>
        </p>
      </div>
    </main>
  )
}

type FiguresProps = {
  list: PagedAnswer<ThingFigures>
  sorting: { sortBy: FigureSort; sort: 'asc' | 'desc'; onSort: (sortBy: FigureSort) => void }
  onMore: () => void
}

function Figures({ list, sorting, onMore }: FiguresProps) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [open, setOpen] = useState<ThingFigures | null>(null)
  const { items, failure } = list
  if (!items) {
    if (isOffline) return <ListUnavailable icon={<ChartNoAxesCombined />} />
    if (failure === null) return <Skeleton className="h-80 rounded-card" />
    return <ErrorState title={t`Your figures could not be loaded`} message={failure} onRetry={list.retry} />
  }
  if (items.length === 0) {
    return (
      <EmptyState icon={<ChartNoAxesCombined />} title={t`Nothing to count yet`}>
        <Trans>Figures appear here once you have published something.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <FigureTable items={items} {...sorting} onOpen={setOpen} />
      {failure !== null && <ErrorState title={t`More could not be loaded`} message={failure} onRetry={list.retry} />}
      {list.hasMore && failure === null && (
        <Button kind="secondary" className="justify-self-center" busy={list.isLoading} onClick={onMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {open && (
        <Suspense>
          <FigureDetail figures={open} name={open.title.trim() || t`No text yet`} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Saves the whole range; without a connection there is nothing to read it from. */
function DownloadButton({ kind, range }: { kind: FigureKind; range: FigureRange }) {
  const isOffline = useUnit($offline)
  const { sources } = useFigureWords()
  const { run, busy } = useActionWithToast(async () => {
    const { exportFigures } = await import('./export-figures.ts')
    await exportFigures({ kind, range }, sources)
  })
  return (
    <Button
      kind="secondary"
      icon={<Download className="size-5" />}
      busy={busy}
      disabled={isOffline}
      onClick={() => void run()}
    >
      <Trans>Download CSV</Trans>
    </Button>
  )
}
