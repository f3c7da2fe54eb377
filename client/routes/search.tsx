import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { foundSlots } from '../app/flows/found-slots.tsx'
import { searchAddress } from '../features/search/search-address.ts'
import { SearchPage } from '../features/search/search-page.tsx'

export const Route = createFileRoute('/search')({
  staticData: { layout: 'home', catalogues: ['content', 'pages'], title: msg`Search` },
  validateSearch: searchAddress,
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <SearchPage
      search={Route.useSearch()}
      // The address keeps the search, so that Back returns to it. Back from here leaves the search.
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      slots={foundSlots}
    />
  )
}
