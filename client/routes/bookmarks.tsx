import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $contents, $offline } from '../core/connection/model.ts'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { BookmarksPage } from '../features/posts/bookmarks-page.tsx'
import { WithSync } from '../core/sync/sync-provider.tsx'

export const Route = createFileRoute('/bookmarks')({
  staticData: { authenticate: true, layout: 'primary', title: msg`Bookmarks` },
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const [contents, isOffline] = useUnit([$contents, $offline])
  return <BookmarksPage contents={contents} isOffline={isOffline} />
}
