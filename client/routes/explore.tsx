import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CartInHead } from '../app/flows/cart-in-head.tsx'
import { FollowOrLoginButton } from '../app/flows/follow-or-login-button.tsx'
import { lazyAgain } from '../core/i18n/lazy-with-texts.ts'
import { CreatorCard } from '../features/creators/creator-card.tsx'
import { ExplorePage } from '../features/explore/explore-page.tsx'
import { exploreSearch } from '../features/explore/explore-search.ts'
import type { ExploreSearch } from '../features/explore/explore-search.ts'
import { LatestFeed } from '../features/posts/latest-feed.tsx'
import { Skeleton } from '../ui/list/skeleton.tsx'

const LatestAssets = lazyAgain(
  async () => (await import('../features/assets/lists/latest-assets.tsx')).LatestAssets,
  'app',
)

const TrendingWords = lazyAgain(
  async () => (await import('../features/search/trending-words.tsx')).TrendingWords,
  'content',
)

const LiveNowRow = lazyAgain(async () => (await import('../features/live/list/live-now-row.tsx')).LiveNowRow, 'content')

const HeldMatches = lazyAgain(async () => (await import('../app/flows/held-matches.tsx')).HeldMatches, 'pages')

export const Route = createFileRoute('/explore')({
  staticData: { layout: 'home', catalogues: ['content'], title: msg`Explore` },
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
        <CreatorCard creator={creator} action={<FollowOrLoginButton creator={creator} className="w-full" />} />
      )}
      actions={<CartInHead />}
      everything={(q) => (
        <Link
          to="/search"
          search={{ q }}
          className="inline-flex min-h-target w-fit items-center font-semibold text-accent-ink"
        >
          <Trans>Search posts, videos and products too</Trans>
        </Link>
      )}
      held={(q) => (
        <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
          <HeldMatches q={q} />
        </Suspense>
      )}
      onSearchAll={(q) => void navigate({ to: '/search', search: { q } })}
      live={
        <Suspense fallback={null}>
          <LiveNowRow />
        </Suspense>
      }
      trending={
        <Suspense fallback={null}>
          <TrendingWords />
        </Suspense>
      }
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
