import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { readFigureSearch } from '../../features/figures/figure-search.ts'
import { FiguresPage } from '../../features/figures/figures-page.tsx'

type Search = { kind?: unknown; range?: unknown; sortBy?: unknown; sort?: unknown }

export const Route = createFileRoute('/creator/figures')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Figures`,
  },
  // The page reads them, with code that no other page needs.
  validateSearch: ({ kind, range, sortBy, sort }: Record<string, unknown>): Search => ({ kind, range, sortBy, sort }),
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <StudioNav />
      <FiguresPage
        search={readFigureSearch(search)}
        onSearch={(next) => void navigate({ search: next, replace: true })}
      />
    </>
  )
}
