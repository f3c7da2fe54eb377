import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CartInHead } from '../app/flows/cart-in-head.tsx'
import { lazyAgain } from '../core/i18n/lazy-with-texts.ts'
import { Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { FollowControl } from '../app/flows/follow-or-login-button.tsx'
import { CreatorCard } from '../features/creators/creator-card.tsx'
import { ExplorePage } from '../features/explore/explore-page.tsx'
import { exploreSearch } from '../features/explore/explore-search.ts'
import type { ExploreSearch } from '../features/explore/explore-search.ts'
import { LatestFeed } from '../features/posts/latest-feed.tsx'

const LatestAssets = lazyAgain(
  async () => (await import('../features/assets/lists/latest-assets.tsx')).LatestAssets,
  'app',
)

export const Route = createFileRoute('/explore')({
  staticData: { layout: 'home', title: msg`Explore` },
  // The page reads it: the lists of options do not come with every address.
  validateSearch: (search: Record<string, unknown>): ExploreSearch => search,
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <ExplorePage
      search={exploreSearch(Route.useSearch())}
      // The address keeps the search, so that Back returns to it. Back from here leaves Explore.
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      card={(creator) => (
        <CreatorCard creator={creator} action={<FollowControl creator={creator} className="w-full" />} />
      )}
      actions={<CartInHead />}
    >
      <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
        <LatestAssets kind="video" />
        <LatestAssets kind="gallery" />
        <LatestAssets kind="product" />
      </Suspense>
      <LatestFeed />
    </ExplorePage>
  )
}
