import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { figureKinds, figureRanges, figureSorts } from '@vesper/sync/vesper/api/statistics.ts'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import type { FigureSearch } from '../../features/figures/figure-search.ts'
import { FiguresPage } from '../../features/figures/figures-page.tsx'

const choice = <Value extends string>(choices: readonly Value[], value: unknown): Value | undefined =>
  choices.find((one) => one === value)

export const Route = createFileRoute('/creator/figures')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Figures`,
  },
  // The router reads a number in the address as one.
  validateSearch: ({ kind, range, sortBy, sort }: Record<string, unknown>): FigureSearch => ({
    kind: choice(figureKinds, kind),
    range: choice(figureRanges, typeof range === 'number' ? String(range) : range),
    sortBy: choice(figureSorts, sortBy),
    sort: choice(['asc', 'desc'] as const, sort),
  }),
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <StudioNav />
      <FiguresPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </>
  )
}
