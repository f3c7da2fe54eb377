import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { PendingScreen } from '../app/layouts/pending-screen.tsx'
import { $contents, $offline } from '../core/connection/model.ts'
import { WithSync } from '../core/sync/sync-provider.tsx'
import { BookmarkedAssets } from '../features/assets/lists/bookmarked-assets.tsx'
import { bookmarkKinds } from '../features/bookmarks/bookmark-kinds.ts'
import type { BookmarkKind } from '../features/bookmarks/bookmark-kinds.ts'
import { BookmarksPage } from '../features/bookmarks/bookmarks-page.tsx'
import { BookmarkedCreators } from '../features/creators/bookmarked-creators.tsx'
import { BookmarkedPosts } from '../features/posts/bookmarked-posts.tsx'

type Search = { kind?: BookmarkKind | undefined }

export const Route = createFileRoute('/bookmarks')({
  staticData: {
    needsEngine: true,
    authenticate: true,
    layout: 'primary',
    catalogues: ['content'],
    title: msg`Bookmarks`,
  },
  validateSearch: ({ kind }: Record<string, unknown>): Search => ({
    kind: bookmarkKinds.find((known) => known === kind),
  }),
  component: () => (
    <WithSync fallback={<PendingScreen />}>
      <Page />
    </WithSync>
  ),
})

function Page() {
  const { kind = 'posts' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [contents, isOffline] = useUnit([$contents, $offline])
  const screen = { contents, isOffline }
  return (
    <BookmarksPage
      shown={kind}
      onShow={(next) => void navigate({ search: { kind: next }, replace: true })}
      lists={{
        posts: <BookmarkedPosts {...screen} />,
        galleries: <BookmarkedAssets kind="gallery" {...screen} />,
        videos: <BookmarkedAssets kind="video" {...screen} />,
        products: <BookmarkedAssets kind="product" {...screen} />,
        creators: <BookmarkedCreators {...screen} />,
      }}
    />
  )
}
