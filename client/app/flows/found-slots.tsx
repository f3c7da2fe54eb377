import { AssetCard } from '../../features/assets/cards/asset-card.tsx'
import { CreatorCard } from '../../features/creators/creator-card.tsx'
import { FoundPost } from '../../features/posts/found-post.tsx'
import type { SearchSlots } from '../../features/search/search-slots.ts'
import { FollowOrLoginButton } from './follow-or-login-button.tsx'

/** The cards of what a search finds. */
export const foundSlots: SearchSlots = {
  creator: (creator) => (
    <CreatorCard creator={creator} action={<FollowOrLoginButton creator={creator} className="w-full" />} />
  ),
  post: (post) => <FoundPost post={post} />,
  // Photos have no page of their own, and no search finds them.
  asset: (asset) => asset.kind !== 'photo' && <AssetCard asset={{ ...asset, kind: asset.kind }} level={3} />,
}
