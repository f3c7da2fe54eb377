import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { listSearch, withNextPage } from '../../core/api/list-search.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { MediaPage } from '../../features/uploads/media-page.tsx'

export const Route = createFileRoute('/creator/media')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['studio'],
    title: msg`Media`,
  },
  validateSearch: listSearch(['createdAt', 'size']),
  component: () => (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        <Page />
      </WithSync>
    </>
  ),
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <MediaPage
      search={Route.useSearch()}
      onMore={() => void navigate({ search: withNextPage, replace: true, resetScroll: false })}
    />
  )
}
