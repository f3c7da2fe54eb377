import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { FollowControl } from '../app/flows/follow-or-login-button.tsx'
import { AssetCard } from '../features/assets/cards/asset-card.tsx'
import { CreatorCard } from '../features/creators/creator-card.tsx'
import { FoundPost } from '../features/posts/found-post.tsx'
import { searchAddress } from '../features/search/search-address.ts'
import { SearchPage } from '../features/search/search-page.tsx'
import type { SearchSlots } from '../features/search/search-slots.ts'

export const Route = createFileRoute('/search')({
  staticData: { layout: 'home', catalogues: ['pages'], title: msg`Search` },
  validateSearch: searchAddress,
  component: Page,
})

const slots: SearchSlots = {
  creator: (creator) => (
    <CreatorCard creator={creator} action={<FollowControl creator={creator} className="w-full" />} />
  ),
  post: (post) => <FoundPost post={post} />,
  // Photos have no page of their own, and no search finds them.
  asset: (asset) => asset.kind !== 'photo' && <AssetCard asset={{ ...asset, kind: asset.kind }} level={3} />,
}

function Page() {
  const navigate = Route.useNavigate()
  return (
    <SearchPage
      search={Route.useSearch()}
      // The address keeps the search, so that Back returns to it. Back from here leaves the search.
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      slots={slots}
    />
  )
}
