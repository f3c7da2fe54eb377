import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $contents, $offline } from '../features/connection/model.ts'
import { PendingScreen } from '../features/navigation/pending-screen.tsx'
import { BookmarksPage } from '../features/posts/bookmarks-page.tsx'
import { WithSync } from '../with-sync.tsx'

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
